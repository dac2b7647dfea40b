#include "backend/strategies/strategy.h"

#include "backend/driver/file_formats.h"
#include "backend/driver/games/jit_options.h"
#include "backend/driver/rulesheet/turn_rule.h"
#include "backend/interpreter/strategy_interpreter.h"
#include "backend/llvm/strategies/strategy_jit.h"
#include "backend/on_demand/no_code_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace tesuji::driver {

bool is_strategy_path(const std::string& path) {
  if (!is_named_as(FileKind::clauses, path)) return false;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return true;
  std::ifstream file(path);
  bool roles = false;
  bool moves = false;
  for (std::string line; std::getline(file, line);) {
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with('(')) return false;  // prefix form
    roles = roles || line.starts_with("role(");
    moves = moves || line.starts_with("legal(");
  }
  return !roles || !moves;
}

std::optional<frontend::Strategy> load_strategy(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_file(path, session);
  if (!file) return std::nullopt;
  return frontend::parse_strategy(*file, session.diagnostics);
}

ir::Module strategy_module(const frontend::Strategy& strategy, const std::string& name,
                           const Session& session) {
  ir::Module module(session.sources, session.symbols);
  module.game = name;
  module.level = ir::Level::plans;
  module.procs = strategy.procs;
  return module;
}

runtime::TurnRule turn_rule(const LoadedGame& game) {
  if (game.turns) return make_turn_rule(*game.turns, *game.game);
  // Games of the reference reasoner have no module: there only legal moves determine the turn.
  if (game.module == nullptr) return {};
  return make_turn_rule(turn_names(*game.module), *game.game);
}

namespace {

runtime::StrategyCode strategy_code(std::span<const ir::Proc> procs,
                                    std::span<const std::string> order, const Options& options) {
  if (info_of(options.engine).code != CodeTime::never) {
    try {
      return llvm_backend::compile_strategy(procs, order, jit_options(options));
    } catch (const on_demand::NoCodeGenerator&) {
      // The default engine continues without the code generator; others were requested explicitly.
      if (options.engine != Engine::tiers) throw;
    }
  }
  return interpreter::interpret_strategy(procs, order);
}

}  // namespace

std::vector<ir::Proc> bind_fluents(std::vector<ir::Proc> procs, const runtime::Game& game) {
  for (ir::Proc& proc : procs) {
    for (ir::ProcClause& clause : proc.clauses) {
      for (ir::ProcOperation& op : clause.ops) {
        if (!op.is_fluent) continue;
        const auto test = runtime::state_test(game, op.callee);
        if (!test) {
          throw runtime::TurnError(runtime::TurnError::Reason::fluent,
                                   fmt::format("line {} of the strategy tests a fluent that {} "
                                               "does not have or does not store as a bit: {}",
                                               op.span.begin.line, game.name(), op.callee));
        }
        op.bit = {test->word, test->mask, test->value};
      }
    }
  }
  return procs;
}

std::shared_ptr<const runtime::Strategy> compile_strategy(const LoadedGame& game,
                                                          const frontend::Strategy& strategy,
                                                          const Options& options) {
  return std::make_shared<const runtime::Strategy>(
      game.game, turn_rule(game),
      strategy_code(bind_fluents(strategy.procs, *game.game), strategy.order, options));
}

}  // namespace tesuji::driver
