#include "backend/driver/games/guarded_plans.h"

#include "backend/driver/games/game_code.h"
#include "backend/driver/games/jit_options.h"
#include "backend/driver/rulesheet/reference.h"
#include "ir/text/text.h"

#include <utility>

namespace tesuji::driver {
namespace {

/// Answers that the reasoner may keep: fewer than where it was asked for, for it is not.
constexpr std::uint64_t most_standby_answers = 2'000'000;

/// The text that was read last by that name; null: none was.
std::shared_ptr<const std::string> text_of(const std::string& path, const Session& session) {
  const std::string name = path == "-" ? "<stdin>" : path;
  for (std::size_t file = session.sources->size(); file-- > 0;) {
    const ir::SourceFile& source = (*session.sources)[static_cast<ir::FileId>(file)];
    if (source.path == name && !source.text.empty()) {
      return std::make_shared<const std::string>(source.text);
    }
  }
  return nullptr;
}

/// The code's game, which asks whatever code the slot has.
GuardedPlans with_code(LoadedGame loaded, runtime::GameCode code,
                       std::shared_ptr<runtime::QuestionGuard> guard) {
  GuardedPlans plans;
  plans.loaded = std::move(loaded);
  plans.code = std::make_shared<runtime::GameCodeSlot>(std::move(code));
  plans.loaded.game = runtime::make_tabled_game(
      make_tables(*plans.loaded.module, *plans.loaded.layout), plans.code);
  if (guard != nullptr) guard->stand_by(*plans.loaded.game);
  plans.guard = std::move(guard);
  return plans;
}

LoadedGame laid_out(std::shared_ptr<const ir::Module> module) {
  LoadedGame loaded;
  loaded.module = std::move(module);
  loaded.layout = std::make_shared<const ir::Layout>(ir::lay_out(*loaded.module));
  return loaded;
}

std::shared_ptr<runtime::QuestionGuard> guard_by(runtime::StandbyMaker standby) {
  return standby ? std::make_shared<runtime::QuestionGuard>(std::move(standby)) : nullptr;
}

}  // namespace

runtime::StandbyMaker make_standby(const std::string& path, const Session& session,
                                   std::shared_ptr<const ir::Module> source) {
  std::shared_ptr<const std::string> text = text_of(path, session);
  if (text == nullptr || source->level != ir::Level::clauses || is_ir_path(path, session))
    return {};
  return [text = std::move(text), path, source = std::move(source), syntax = session.syntax,
          validation = session.validation]() -> std::shared_ptr<const runtime::Game> {
    Session own;
    own.syntax = syntax;
    own.validation = validation;
    own.texts.emplace(path, *text);
    const std::optional<ir::Module> lowered = load_clauses(path, own);
    if (!lowered || ir::print(*lowered) != ir::print(*source)) return nullptr;
    reference::Limits limits;
    limits.answers = most_standby_answers;
    const std::optional<LoadedGame> loaded = load_reference_game(path, own, limits);
    return loaded ? loaded->game : nullptr;
  };
}

GuardedPlans interpret_guarded(std::shared_ptr<const ir::Module> module,
                               runtime::StandbyMaker standby, interpreter::Execution execution) {
  LoadedGame loaded = laid_out(std::move(module));
  auto guard = guard_by(std::move(standby));
  auto program =
      std::make_shared<const interpreter::Program>(loaded.module, *loaded.layout, execution);
  const interpreter::Execution made = program->execution();
  runtime::GameCode code = interpreted_code(std::move(program), loaded.module, loaded.layout);
  if (guard != nullptr) code = guard->counted(std::move(code));
  GuardedPlans plans = with_code(std::move(loaded), std::move(code), std::move(guard));
  plans.execution = made;
  return plans;
}

GuardedPlans compile_guarded(std::shared_ptr<const ir::Module> module, const Options& options,
                             runtime::StandbyMaker standby) {
  LoadedGame loaded = laid_out(std::move(module));
  auto guard = guard_by(std::move(standby));
  auto compiled = timed_code(options, [&] {
    return llvm_backend::compile(*loaded.module, *loaded.layout, jit_options(options));
  });
  runtime::GameCode code =
      guarded_native_code(guard, std::move(compiled), loaded.module, loaded.layout);
  return with_code(std::move(loaded), std::move(code), std::move(guard));
}

runtime::GameCode guarded_native_code(const std::shared_ptr<runtime::QuestionGuard>& guard,
                                      std::shared_ptr<const llvm_backend::CompiledModule> compiled,
                                      const std::shared_ptr<const ir::Module>& module,
                                      const std::shared_ptr<const ir::Layout>& layout) {
  const bool guarded = guard != nullptr && compiled->may_take_long();
  runtime::GameCode code = native_code(std::move(compiled), module, layout);
  if (!guarded) return code;
  return guard->watched(std::move(code),
                        [module, layout] { return interpreted_code(module, layout); });
}

}  // namespace tesuji::driver
