#include "backend/driver/load.h"

#include "backend/driver/games/automatic.h"
#include "backend/driver/games/game_code.h"
#include "backend/driver/games/guarded_plans.h"
#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "backend/driver/games/net.h"
#include "backend/driver/games/plugin.h"
#include "backend/driver/games/tiers.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/rulesheet/reference.h"
#include "backend/interpreter/interpreter.h"
#include "backend/llvm/plans/jit.h"
#include "passes/manager/pipelines.h"
#include "runtime/host/game/tabled_game.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tesuji::driver {

// From top to bottom as a game is loaded: load_game reads the source, play_source (called by
// source_game) chooses between nets and matchers, match_game makes plans, and compile makes them
// playable for an engine that was named; for tiers and auto, load_tiers or compile_guarded does.

namespace {

/// Plays the source on the engine of the options.
std::optional<LoadedGame> play_source(ir::Module source, const std::string& path,
                                      const Options& options, Session& session);

/// Loads LLVM in parallel with the passes. Destroying the result waits until it is loaded.
std::future<void> prepare_code_generator(Engine engine) {
  if (info_of(engine).code != CodeTime::at_once) return {};
  try {
    // Ignored: compiling reports the same failure.
    return std::async(std::launch::async, llvm_backend::prepare);
  } catch (const std::system_error&) {
    return {};  // no thread available
  }
}

/// Plays a net in IR text as it is.
std::optional<LoadedGame> play_written_net(ir::Module source, const std::string& path,
                                           const Options& options, Session& session) {
  if (options.count_trials) {
    session.diagnostics.error({}, "usage",
                              "`" + path + "` is a net, which has no rule bodies to profile");
    return std::nullopt;
  }
  auto ground = ground_game(std::move(source), options, {}, session);
  if (!ground || !is_whole(*ground, path, session)) return std::nullopt;
  // Only for native code does a separate net for each state of turns pay.
  const EngineInfo& engine = info_of(options.engine);
  const bool native = engine.code != CodeTime::never && !engine.in_lanes();
  if (!native) return LoadedGame{ground->module, nullptr, play_net(*ground, options)};
  specialise(*ground, options);
  return load_native_net(*ground, options);
}

}  // namespace

std::optional<LoadedGame> load_game(const std::string& path, const Options& options,
                                    Session& session) {
  if (options.engine == Engine::reference) {
    if (options.pipeline.ordering.metarules) {
      session.diagnostics.error({}, "usage",
                                "the reference reasoner evaluates bodies in source order and "
                                "ignores metarules: leave out --metarules");
      return std::nullopt;
    }
    return load_reference_game(path, session);
  }
  if (is_plugin(path)) return load_plugin(path, session);
  std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  if (options.invariants && !are_about(*options.invariants, *source, session)) return std::nullopt;
  const std::future<void> ready = prepare_code_generator(options.engine);
  if (source->level == ir::Level::nets)
    return play_written_net(std::move(*source), path, options, session);
  return source_game(std::move(*source), path, options, session);
}

std::optional<LoadedGame> source_game(ir::Module source, const std::string& path,
                                      const Options& options, Session& session) {
  if (options.invariants && !are_about(*options.invariants, source, session)) return std::nullopt;
  std::optional<LoadedGame> loaded = play_source(std::move(source), path, options, session);
  if (loaded && options.invariants) loaded->game->set_state_facts(options.invariants->facts);
  return loaded;
}

namespace {

/// Whether engines may be chosen in the background: reports on passes or invariants must come from
/// the thread that loads the game.
bool can_be_impatient(const Options& options) {
  const passes::PipelineOptions& pipeline = options.pipeline;
  const bool reports = pipeline.after || pipeline.after_code || !pipeline.stop_after.empty();
  return options.patience < forever && !reports && !options.invariants;
}

std::optional<LoadedGame> play_source(ir::Module source, const std::string& path,
                                      const Options& options, Session& session) {
  switch (info_of(options.engine).form) {
    case GameForm::chosen: {
      if (can_be_impatient(options)) return match_game(std::move(source), path, options, session);
      auto chosen = choose_engines(std::move(source), path, options, session);
      if (!chosen) return std::nullopt;
      return std::move(chosen->loaded);
    }
    case GameForm::net:
      return net_game(std::move(source), path, options, {}, session);
    case GameForm::plans:
      return match_game(std::move(source), path, options, session);
    case GameForm::sheet:
      break;
  }
  throw std::logic_error("source_game: the reference reasoner does not play modules");
}

}  // namespace

std::optional<LoadedGame> match_game(ir::Module source, const std::string& path,
                                     const Options& options, Session& session) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const bool chooses = options.engine == Engine::tiers || options.engine == Engine::automatic;
  const auto clauses = chooses && source.level == ir::Level::clauses ? detached(source) : nullptr;
  runtime::StandbyMaker standby;
  if (clauses != nullptr) standby = make_standby(path, session, clauses);
  std::shared_ptr<ir::Module> module = plans_of(std::move(source), options, session);
  if (!module || !make_runnable(*module, path, session)) return std::nullopt;
  if (options.engine == Engine::automatic && !can_be_impatient(options)) {
    return compile_guarded(std::move(module), options, std::move(standby)).loaded;
  }
  if (chooses) {
    Options rest = options;
    const std::chrono::duration<double> spent = Clock::now() - begin;
    if (rest.patience < forever) rest.patience = std::max(0.0, rest.patience - spent.count());
    return load_tiers(std::move(module), clauses, rest, std::move(standby));
  }
  return compile(std::move(module), options);
}

namespace {

LoadedGame with_layout(std::shared_ptr<const ir::Module> module) {
  LoadedGame loaded;
  loaded.module = std::move(module);
  loaded.layout = std::make_shared<const ir::Layout>(ir::lay_out(*loaded.module));
  return loaded;
}

LoadedGame interpret_plans(std::shared_ptr<const ir::Module> module, const Options& options) {
  LoadedGame loaded = with_layout(std::move(module));
  const auto trials =
      options.count_trials ? interpreter::Trials::counted : interpreter::Trials::ignored;
  const auto execution = options.engine == Engine::stencils ? interpreter::Execution::stencils
                                                            : interpreter::Execution::interpreted;
  const auto program = std::make_shared<const interpreter::Program>(loaded.module, *loaded.layout,
                                                                    execution, trials);
  if (options.count_trials) {
    loaded.trials = [program] { return program->trials(); };
    loaded.nanoseconds = [program] { return program->nanoseconds(); };
  }
  loaded.game = runtime::make_tabled_game(make_tables(*loaded.module, *loaded.layout),
                                          interpreted_code(program, loaded.module, loaded.layout));
  return loaded;
}

LoadedGame compile_plans(std::shared_ptr<const ir::Module> module, const Options& options) {
  LoadedGame loaded = with_layout(std::move(module));
  auto compiled = timed_code(options, [&] {
    return llvm_backend::compile(*loaded.module, *loaded.layout, jit_options(options));
  });
  loaded.game =
      runtime::make_tabled_game(make_tables(*loaded.module, *loaded.layout),
                                native_code(std::move(compiled), loaded.module, loaded.layout));
  return loaded;
}

}  // namespace

LoadedGame compile(std::shared_ptr<const ir::Module> module, const Options& options) {
  const EngineInfo& engine = info_of(options.engine);
  if (engine.form == GameForm::net || engine.form == GameForm::sheet) {
    throw std::logic_error("compile: this engine does not play plans");
  }
  if (engine.code == CodeTime::never) return interpret_plans(std::move(module), options);
  if (engine.engine == Engine::jit) return compile_plans(std::move(module), options);
  return load_tiers(std::move(module), nullptr, options, {});
}

}  // namespace tesuji::driver
