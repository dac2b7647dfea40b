#include "backend/driver/driver.h"

#include "backend/driver/games/automatic.h"
#include "backend/driver/games/game_code.h"
#include "backend/driver/games/guarded_plans.h"
#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "backend/driver/games/net.h"
#include "backend/driver/games/tiers.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/plugins/plugin.h"
#include "backend/driver/rules/idle_metarules.h"
#include "backend/driver/rulesheet/reference.h"
#include "backend/driver/rulesheet/rulesheet.h"
#include "backend/interpreter/interpreter.h"
#include "backend/interpreter/static_sampler.h"
#include "backend/llvm/plans/jit.h"
#include "frontend/invariants/invariants_lexer.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "passes/analysis/certain_rows.h"
#include "passes/clauses/start_rows.h"
#include "passes/manager/pipelines.h"
#include "runtime/host/game/tabled_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tesuji::driver {

frontend::Syntax syntax_of(ir::FileId file, const Session& session) {
  return session.syntax ? *session.syntax : frontend::detect_syntax((*session.sources)[file].text);
}

std::optional<ir::FileId> read_rulesheet(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_file(path, session);
  if (!file) return file;
  if (is_ir_path(path, session)) {
    session.diagnostics.error(
        {}, "usage", "`" + path + "` is IR text: a rulesheet is needed here, as it was written");
    return std::nullopt;
  }
  if (frontend::begins_as_invariants((*session.sources)[*file].text)) {
    session.diagnostics.error({}, "usage",
                              "`" + path +
                                  "` is an invariant file: a rulesheet is needed here; "
                                  "invariants come behind it, `tesuji verify GAME FILE`");
    return std::nullopt;
  }
  return file;
}

std::optional<frontend::Rulesheet> parse_rulesheet(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_rulesheet(path, session);
  if (!file) return std::nullopt;
  return frontend::parse_rulesheet(*file, syntax_of(*file, session), *session.symbols,
                                   session.diagnostics);
}

std::optional<frontend::Rulesheet> load_rulesheet(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_rulesheet(path, session);
  if (!file) return std::nullopt;
  return check_rulesheet(*file, session);
}

std::optional<ir::Module> load_clauses(const std::string& path, Session& session) {
  const std::optional<frontend::Rulesheet> sheet = load_rulesheet(path, session);
  if (!sheet) return std::nullopt;
  return lower_rulesheet(*sheet, path, session);
}

std::optional<ir::Module> load_ir(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_file(path, session);
  if (!file) return std::nullopt;
  std::optional<ir::Module> module = ir::parse(*file, session.sources, session.diagnostics);
  if (!module || !ir::verify(*module, session.diagnostics)) return std::nullopt;
  session.symbols = module->symbols;
  return module;
}

passes::PassContext pass_context(Session& session, std::uint64_t* steps_left) {
  return {session.diagnostics,
          [steps_left](ir::Module& fixed, ir::Diagnostics& diagnostics, std::uint64_t max_rows) {
            return interpreter::evaluate_static(fixed, diagnostics, max_rows, steps_left);
          },
          [steps_left]() -> passes::StaticSampler {
            return [sampler = std::make_shared<interpreter::StaticSampler>(steps_left)](
                       ir::Module& module, ir::RelationId given, ir::RelationId counted,
                       std::uint64_t max_rows) {
              return sampler->prepare(module, given, counted, max_rows);
            };
          }};
}

bool run_passes(ir::Module& module, std::span<const std::string_view> names,
                const passes::PipelineOptions& options, Session& session) {
  passes::PassContext context = pass_context(session);
  return passes::run_pipeline(module, names, options, context);
}

std::optional<ir::Module> load_any(const std::string& path, Session& session) {
  return is_ir_path(path, session) ? load_ir(path, session) : load_clauses(path, session);
}

std::optional<ir::Module> load_source(const std::string& path, Session& session) {
  std::optional<ir::Module> module = load_any(path, session);
  if (module && module->level == ir::Level::lanes) {
    session.diagnostics.error({}, "usage",
                              "`" + path +
                                  "` is code over lanes, without the game's first state: `opt`, "
                                  "`check` and `dump --emit=lanes` read it");
    return std::nullopt;
  }
  return module;
}

namespace {

std::shared_ptr<ir::Module> run_pipeline(std::optional<ir::Module> loaded, const Options& options,
                                         Session& session) {
  if (!loaded) return nullptr;
  auto module = std::make_shared<ir::Module>(std::move(*loaded));
  const passes::Metarules* metarules = options.pipeline.ordering.metarules.get();
  if (module->level != ir::Level::clauses) {
    if (metarules != nullptr) {
      session.diagnostics.warning({}, "order", "nothing is ordered: these are plans already");
    }
    return module;
  }
  if (!run_passes(*module, passes::playing_pipeline(), options.pipeline, session)) return nullptr;
  if (metarules != nullptr && module->level == ir::Level::plans) {
    warn_of_idle(metarules->all(), *module, session.diagnostics);
  }
  return module;
}

/// Whether loading a game with this engine generates code at once.
bool generates_code(Engine engine) {
  switch (engine) {
    case Engine::jit:
    case Engine::net_jit:
    case Engine::lanes_64:
    case Engine::lanes_256:
    case Engine::lanes_512:
    case Engine::lanes_gpu:
    case Engine::automatic:
      return true;
    case Engine::tiers:  // later, in the background
    case Engine::interpreter:
    case Engine::stencils:
    case Engine::net:
    case Engine::reference:
      break;
  }
  return false;
}

/// Loads LLVM beside the passes. Whoever lets the result go waits until it is there.
std::future<void> prepare_code_generator(Engine engine) {
  if (!generates_code(engine)) return {};
  try {
    // What goes wrong does so again, for whoever compiles.
    return std::async(std::launch::async, llvm_backend::prepare);
  } catch (const std::system_error&) {
    return {};  // no thread to be had
  }
}

}  // namespace

std::shared_ptr<ir::Module> load_module(const std::string& path, const Options& options,
                                        Session& session) {
  return run_pipeline(load_any(path, session), options, session);
}

namespace {

/// Steps of the interpreter that it may take to find out that a relation is too large.
constexpr std::uint64_t most_sampling_steps = 50'000'000;

/// Whether a relation is computed for the first move, whatever it is.
std::vector<bool> asked_at_once(const ir::Module& module) {
  std::vector<bool> asked(module.relations.size(), false);
  for (const std::string_view name : {"terminal", "legal", "next"}) {
    const ir::Entry* entry = module.find_entry(name);
    if (entry == nullptr) continue;
    for (const std::uint32_t stratum : entry->strata) {
      for (const ir::RelationId id : module.strata[stratum].relations) asked[id] = true;
    }
  }
  return asked;
}

/// Whether tables have room for what the first move certainly needs: the others are met while
/// playing, after as much time as it takes to fill them.
bool tables_suffice(const ir::Module& module, Session& session) {
  const passes::CertainRows certain(module);
  const std::vector<bool> asked = asked_at_once(module);
  for (const ir::Rule& rule : module.rules) {
    const ir::Relation& relation = module.relations[rule.head];
    if (!asked[rule.head] || relation.storage != ir::Storage::table) continue;
    const double rows = certain.in_initial_state(rule);
    if (rows <= static_cast<double>(runtime::default_row_limit)) continue;
    session.diagnostics.error(
        rule.span.known() ? rule.span : relation.span, "limit",
        fmt::format("this rule alone gives `{}` {:.3g} rows in the initial state, more than the {} "
                    "that a relation may have",
                    ir::written_name(relation), rows, runtime::default_row_limit));
    return false;
  }
  std::uint64_t steps_left = most_sampling_steps;
  passes::PassContext context = pass_context(session, &steps_left);
  const auto oversized =
      passes::oversized_at_start(module, asked, context, runtime::default_row_limit);
  if (!oversized) return true;
  const ir::Relation& relation = module.relations[*oversized];
  session.diagnostics.error(
      relation.span, "limit",
      fmt::format("`{}` has more rows in the initial state than the {} that a relation may have, "
                  "as samples of it show before it is computed",
                  ir::written_name(relation), runtime::default_row_limit));
  return false;
}

}  // namespace

bool fits(const ir::Module& module, Session& session) {
  try {
    static_cast<void>(ir::lay_out(module));
    return tables_suffice(module, session);
  } catch (const ir::LayoutLimit& limit) {
    const ir::Relation& relation = module.relations[module.find_relation(limit.relation())];
    ir::Span span = relation.span;
    // Fluents and moves have no rules of their own.
    for (const ir::RelationId source : {relation.init, relation.next, relation.legal}) {
      if (!span.known() && source != ir::no_id) span = module.relations[source].span;
    }
    session.diagnostics.error(span, "limit", limit.what());
    return false;
  }
}

bool make_runnable(ir::Module& module, const std::string& path, Session& session) {
  if (module.level != ir::Level::plans) {
    session.diagnostics.error(
        {}, "usage",
        module.level == ir::Level::nets ? "`" + path + "` is a net: there are no plans to be had"
        : module.level == ir::Level::lanes
            ? "`" + path + "` is code over lanes: there are no plans to be had"
            : "`" + path + "` cannot be run: the pipeline was stopped before plans");
    return false;
  }
  for (const ir::Relation& relation : module.relations) {
    if (relation.storage != ir::Storage::unset) continue;
    session.diagnostics.error(
        relation.span.known() ? relation.span : relation.declaration, "ir",
        "relation `" + relation.name + "` has no storage: `" + path + "` cannot be run");
    return false;
  }
  const ir::Entry* entry = module.find_entry("static");
  if (entry != nullptr && !entry->strata.empty()) {
    // Engines start after that entry; what it finds has to fit as if it had been written.
    if (!interpreter::fold_static_entry(module, session.diagnostics) ||
        !ir::verify(module, session.diagnostics)) {
      return false;
    }
  }
  return fits(module, session);
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
  switch (options.engine) {
    case Engine::tiers:
    case Engine::automatic:
      return load_tiers(std::move(module), nullptr, options, {});
    case Engine::interpreter:
    case Engine::stencils:
      return interpret_plans(std::move(module), options);
    case Engine::jit:
      return compile_plans(std::move(module), options);
    case Engine::net:
    case Engine::net_jit:
    case Engine::lanes_64:
    case Engine::lanes_256:
    case Engine::lanes_512:
    case Engine::lanes_gpu:
    case Engine::reference:
      break;
  }
  throw std::logic_error("compile: this engine plays no plans");
}

namespace {

/// Whether engines may be chosen in the background: whatever reports on passes, or on invariants, does
/// so in the thread that loads the game.
bool can_be_impatient(const Options& options) {
  const passes::PipelineOptions& pipeline = options.pipeline;
  const bool reports = pipeline.after || pipeline.after_code || !pipeline.stop_after.empty();
  return options.patience < forever && !reports && !options.invariants;
}

}  // namespace

std::optional<LoadedGame> match_game(ir::Module source, const std::string& path,
                                     const Options& options, Session& session) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const bool chooses = options.engine == Engine::tiers || options.engine == Engine::automatic;
  const auto clauses =
      chooses && source.level == ir::Level::clauses ? detached(source) : nullptr;
  runtime::StandbyMaker standby;
  if (clauses != nullptr) standby = make_standby(path, session, clauses);
  std::shared_ptr<ir::Module> module = run_pipeline(std::move(source), options, session);
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

std::optional<LoadedGame> load_game(const std::string& path, const Options& options,
                                    Session& session) {
  if (options.engine == Engine::reference) {
    if (options.pipeline.ordering.metarules) {
      session.diagnostics.error(
          {}, "usage", "the reference reasoner takes bodies as they are written: no metarules");
      return std::nullopt;
    }
    return load_reference_game(path, session);
  }
  if (is_plugin(path)) return load_plugin(path, session);
  std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  if (options.invariants && !are_about(*options.invariants, *source, session)) return std::nullopt;
  const std::future<void> ready = prepare_code_generator(options.engine);
  if (source->level == ir::Level::nets) {
    if (options.count_trials) {
      session.diagnostics.error(
          {}, "usage", "`" + path + "` is a net: it has no bodies whose trials could be counted");
      return std::nullopt;
    }
    auto ground = ground_game(std::move(*source), options, {}, session);
    if (!ground || !is_whole(*ground, path, session)) return std::nullopt;
    // Only native code pays for a net for each state of turns.
    const bool native = options.engine != Engine::net && options.engine != Engine::interpreter &&
                        options.engine != Engine::stencils && !blocks_of(options.engine);
    if (!native) return LoadedGame{ground->module, nullptr, play_net(*ground, options)};
    specialise(*ground, options);
    return load_native_net(*ground, options);
  }
  return source_game(std::move(*source), path, options, session);
}

namespace {

std::optional<LoadedGame> play_source(ir::Module source, const std::string& path,
                                      const Options& options, Session& session) {
  switch (options.engine) {
    case Engine::automatic: {
      if (can_be_impatient(options)) return match_game(std::move(source), path, options, session);
      auto chosen = choose_engines(std::move(source), path, options, session);
      if (!chosen) return std::nullopt;
      return std::move(chosen->loaded);
    }
    case Engine::net:
    case Engine::net_jit:
    case Engine::lanes_64:
    case Engine::lanes_256:
    case Engine::lanes_512:
    case Engine::lanes_gpu:
      return net_game(std::move(source), path, options, {}, session);
    case Engine::interpreter:
    case Engine::stencils:
    case Engine::jit:
    case Engine::tiers:
      return match_game(std::move(source), path, options, session);
    case Engine::reference:
      break;
  }
  throw std::logic_error("source_game: the reference reasoner plays no modules");
}

}  // namespace

std::optional<LoadedGame> source_game(ir::Module source, const std::string& path,
                                      const Options& options, Session& session) {
  if (options.invariants && !are_about(*options.invariants, source, session)) return std::nullopt;
  std::optional<LoadedGame> loaded = play_source(std::move(source), path, options, session);
  if (loaded && options.invariants) loaded->game->set_state_facts(options.invariants->facts);
  return loaded;
}

}  // namespace tesuji::driver
