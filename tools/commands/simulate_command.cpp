// tesuji simulate: plays random playouts and reports speed and statistics of the rules.
#include "backend/open/batch_game.h"

#include "backend/driver/games/plugin.h"
#include "runtime/host/memory/cpu_time.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "runtime/host/playouts/simulation.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/options/choice_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/time_limits.h"
#include "tools/play/fault_warnings.h"
#include "tools/reports/profile_file.h"
#include "tools/reports/rule_costs.h"
#include "tools/reports/simulation_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

struct SimulateArguments {
  GameOptions game;
  runtime::SimulationOptions options;
  double seconds = 0;  ///< for everything; 0: no limit
  bool json = false;
  bool batch = false;
  bool report = false;
  ProgressFlags progress;
  std::uint32_t blocks = 0;  ///< of 64 lanes; 0: the widest available
  runtime::GpuChoice gpu;
  std::string weights;  ///< of moves, a path; may be empty
  std::string states;   ///< start states, a path; empty: the initial state
  std::string svg;      ///< path for plots of distributions; may be empty
};

/// Loads the game with the interpreter, which counts how often each rule fires, and its rules as
/// written. Prints warnings and errors; returns nothing on failure.
std::optional<driver::LoadedGame> load_for_report(SimulateArguments& arguments,
                                                  driver::RulesAsWritten& written,
                                                  driver::Session& session) {
  session.syntax = arguments.game.syntax();
  driver::Options options = arguments.game.driver_options();
  options.engine = driver::Engine::interpreter;
  options.count_trials = true;
  std::optional<driver::LoadedGame> loaded;
  if (driver::is_plugin(arguments.game.path())) {
    session.diagnostics.error({}, "usage", "--report needs the rules, and a plugin has none");
  } else if (arguments.game.complete(options, session)) {
    // Otherwise a rule would count as unused if another has derived the same fact.
    options.pipeline.disabled.emplace_back("insert-absent");
    if (auto source = driver::load_source(arguments.game.path(), session)) {
      written = driver::rules_as_written(*source);
      loaded = driver::source_game(std::move(*source), arguments.game.path(), options, session);
    }
  }
  arguments.game.pipeline().finish();
  print_diagnostics(session.diagnostics);
  return loaded;
}

/// Returns the requested options, before anything is played.
Simulated simulated_by(const SimulateArguments& arguments) {
  Simulated simulated;
  simulated.path = arguments.game.path();
  simulated.engine = arguments.report ? "interpreter" : arguments.game.engine_name();
  simulated.batch = arguments.batch;
  simulated.has_state_list = !arguments.states.empty();
  simulated.options = arguments.options;
  return simulated;
}

/// Plays from the initial state, and reports the findings about the game.
void play_for_report(const driver::LoadedGame& loaded, driver::RulesAsWritten written,
                     Simulated& simulated) {
  BalanceReport report;
  report.balance = runtime::observe_balance(*loaded.game, simulated.options);
  report.roles.assign(loaded.game->roles().begin(), loaded.game->roles().end());
  report.idle = driver::idle_rules(written, loaded);
  report.written = std::move(written);
  simulated.all = report.balance.result;
  simulated.report = std::move(report);
}

/// Loads the game, for lanes if requested. Prints warnings and errors; returns nothing on failure.
std::optional<driver::BatchGame> load(SimulateArguments& arguments, driver::Session& session) {
  if (!arguments.batch) {
    auto loaded = arguments.game.load(session);
    if (!loaded) return std::nullopt;
    driver::BatchGame game;
    game.loaded = std::move(*loaded);
    return game;
  }
  auto game =
      arguments.game.load_batch(arguments.blocks, arguments.gpu, arguments.weights, session);
  if (game && !game->reason.empty()) {
    print_message(arguments.game.path(), ir::Severity::warning,
                  fmt::format("not played in lanes, but one by one: {}", game->reason));
  }
  if (game && !game->gpu_reason.empty()) {
    print_message(arguments.game.path(), ir::Severity::warning,
                  fmt::format("played on the processor: {}", game->gpu_reason));
  }
  return game;
}

/// Only lanes support weights: reports states that lanes cannot start from.
void check_for_weights(const runtime::LanePlayer& lanes, const std::vector<ListedState>& states,
                       ir::FileId file, ir::Diagnostics& diagnostics) {
  const auto scratch = lanes.game->make_scratch();
  for (const ListedState& state : states) {
    if (begins_in_lanes(lanes, state.state) || lanes.game->terminal(state.state, *scratch)) {
      continue;
    }
    diagnostics.error({file, {state.line, 1}, {state.line, 1}}, "weights",
                      "no play leads to this state, and weights of moves need a reachable one");
  }
}

/// Reads the start states; on failure prints the errors and returns nothing.
std::optional<std::vector<ListedState>> start_states(const SimulateArguments& arguments,
                                                     const driver::BatchGame& played,
                                                     driver::Session& session) {
  const runtime::Game& game = *played.loaded.game;
  if (arguments.states.empty()) {
    return std::vector<ListedState>{{0, {game.initial().begin(), game.initial().end()}}};
  }
  const auto file = driver::read_file(arguments.states, session);
  auto states = file ? read_states(*file, game, session.diagnostics) : std::nullopt;
  if (states && !arguments.weights.empty() && played.lanes) {
    check_for_weights(*played.lanes, *states, *file, session.diagnostics);
  }
  if (!states || session.diagnostics.has_errors()) {
    print_diagnostics(session.diagnostics);
    return std::nullopt;
  }
  if (states->empty()) {
    session.diagnostics.warning({*file, {0, 0}, {0, 0}}, "states",
                                "the file contains no state, so nothing is played");
    print_diagnostics(session.diagnostics);
    session.diagnostics =
        ir::Diagnostics(*session.sources);  // printed diagnostics must not be printed again
  }
  return states;
}

/// Joins them one after the other.
runtime::State joined(const std::vector<ListedState>& states) {
  runtime::State all;
  for (const ListedState& state : states) {
    all.insert(all.end(), state.state.begin(), state.state.end());
  }
  return all;
}

/// Returns the time to play: --play-seconds, or the rest of --seconds; 0: no limit.
double seconds_to_play(const SimulateArguments& arguments, LoadingLimit& loading) {
  const double left = loading.end();
  const double wanted = arguments.options.seconds;
  return wanted == 0 || left == 0 ? std::max(wanted, left) : std::min(wanted, left);
}

/// Runs --report; measures CPU times as run_simulate() does.
int run_report(SimulateArguments& arguments) {
  LoadingLimit loading(arguments.seconds);
  driver::Session session;
  driver::RulesAsWritten written;
  driver::BatchGame game;
  auto loaded = load_for_report(arguments, written, session);
  if (!loaded) return exit_code_of(session.diagnostics);
  game.loaded = std::move(*loaded);
  arguments.options.seconds = seconds_to_play(arguments, loading);
  arguments.options.stop = &watch_interrupts();
  Simulated simulated = simulated_by(arguments);
  simulated.cpu.setup = runtime::process_seconds();
  play_for_report(game.loaded, std::move(written), simulated);
  simulated.cpu.playouts = runtime::process_seconds() - simulated.cpu.setup;
  if (arguments.json) {
    Json json = simulation_json(simulated, game);
    json["report"] = to_json(*simulated.report, *session.sources);
    print_json(json);
  } else {
    print_simulation(simulated, game);
    print_balance(*simulated.report, *session.sources);
    print_warnings(arguments.game.path(), fault_warnings(simulated.all.statistics));
  }
  return exit_ok;
}

void report_device_fault(const driver::BatchGame& game, const std::string& path) {
  if (!game.lanes || game.lanes->device == nullptr) return;
  const std::string fault = game.lanes->device->fault();
  if (fault.empty()) return;
  print_message(path, ir::Severity::warning, fmt::format("played on the processor: {}", fault));
}

int run_simulate(SimulateArguments& arguments) {
  if (arguments.report) return run_report(arguments);
  LoadingLimit loading(
      arguments.seconds,
      LoadingLimit::time_over_before(arguments.batch ? "the game was compiled; without --batch "
                                                       "games are played one by one at once"
                                                     : "the game was loaded"));
  driver::Session session;
  arguments.gpu.many_starts = !arguments.states.empty();
  const auto game = load(arguments, session);
  if (!game) return arguments.game.exit_code(session);
  if (arguments.progress.lines) print_outlook(game->loaded);
  auto states = start_states(arguments, *game, session);
  if (!states) return exit_code_of(session.diagnostics);
  arguments.options.distributions = !arguments.svg.empty();
  arguments.options.seconds = seconds_to_play(arguments, loading);
  arguments.options.stop = &watch_interrupts();
  Simulated simulated = simulated_by(arguments);
  simulated.states = std::move(*states);
  simulated.cpu.setup = runtime::process_seconds();
  const auto play = [&] {
    runtime::SimulationOptions options = simulated.options;
    std::optional<SimulationProgress> progress;
    if (arguments.progress.shows()) {
      progress.emplace(arguments.progress, simulated.states.size(), options.playouts,
                       options.seconds, game->lanes ? game->lanes->device : nullptr);
      options.progress = progress->counter();
    }
    simulated.of_each =
        driver::simulate(*game, joined(simulated.states), simulated.states.size(), options);
  };
  bool written = true;
  if (arguments.game.profile().empty()) {
    play();
  } else {
    written = play_and_profile(game->loaded, arguments.game.profile(), play);
  }
  simulated.cpu.playouts = runtime::process_seconds() - simulated.cpu.setup;
  report_device_fault(*game, arguments.game.path());
  for (const runtime::SimulationResult& result : simulated.of_each) {
    add(simulated.all, result);
    simulated.all.seconds = result.seconds;  // also when it fails
  }
  if (!arguments.svg.empty()) {
    written &= write_output(arguments.svg, simulation_svg(*game->loaded.game, simulated.all),
                            session.diagnostics);
    print_diagnostics(session.diagnostics);
  }
  if (arguments.json) {
    print_json(simulation_json(simulated, *game));
  } else {
    print_simulation(simulated, *game);
    if (!arguments.game.profile().empty()) {
      fmt::print("{}", rule_costs_text(profile_of_play(game->loaded, true)));
    }
    print_warnings(arguments.game.path(), fault_warnings(simulated.all.statistics));
  }
  arguments.game.report_tiers(game->loaded);
  return written ? exit_ok : exit_input;
}

}  // namespace

void add_simulate_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("simulate", "Play random games and count their results");
  auto arguments = std::make_shared<SimulateArguments>();
  arguments->game.add_to(*command);
  arguments->game.wait_for_fastest();
  arguments->game.add_profile_to(*command);
  runtime::SimulationOptions& options = arguments->options;
  Option* playouts = command->add_option("--playouts", options.playouts, "Number of games")
                         ->check(natural_number)
                         ->capture_default_str();
  command
      ->add_option("--seconds", arguments->seconds,
                   "Stop after so many seconds, loading included; alone: any number of games")
      ->check(positive_seconds);
  command
      ->add_option("--play-seconds", options.seconds,
                   "Play so many seconds after loading; alone: any number of games")
      ->check(positive_seconds);
  command->add_option("--seed", options.seed, "Seed of the random moves")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--max-steps", options.step_limit,
                   "Maximum number of joint moves of a game; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str();
  command->add_option("--threads", options.threads, "Number of threads")
      ->check(in_range(1, 1024))
      ->capture_default_str();
  Option* batch = add_choice_flag<std::uint32_t>(
      *command, "--batch", arguments->blocks,
      {{"auto", 0}, {"64", 1}, {"256", 4}, {"512", 8}, {"gpu", driver::gpu_blocks}},
      "Play many games at a time: 64, 256, 512, auto (the widest), or gpu");
  batch->type_name("LANES");
  for (const char* other : {"--engine", "--tier", "--start-clock", "--profile"}) {
    batch->excludes(other);
  }
  command
      ->add_option("--gpu-lanes", arguments->gpu.lanes,
                   "Maximum number of games at a time, in steps of 2,048; 0: what is fastest")
      ->check(natural_number)
      ->needs(batch);
  add_choice<runtime::GpuStates>(*command, "--gpu-states", arguments->gpu.states,
                                 {{"auto", runtime::GpuStates::chosen},
                                  {"registers", runtime::GpuStates::in_registers},
                                  {"stack", runtime::GpuStates::on_stack},
                                  {"tiles", runtime::GpuStates::in_tiles}},
                                 "Place of states in GPU threads: auto, registers, stack or tiles")
      ->type_name("PLACE")
      ->default_str("auto")
      ->needs(batch);
  command
      ->add_flag("--gpu-alone", arguments->gpu.alone,
                 "Wait until the GPU is ready: the processor plays nothing")
      ->needs(batch);
  command
      ->add_option("--weights", arguments->weights,
                   "--batch: weights of moves, one per line, such as `7 (mark 2 2)`")
      ->type_name("FILE")
      ->needs(batch);
  command
      ->add_option("--states", arguments->states,
                   "Play --playouts games from each state of this file, one per line")
      ->type_name("FILE");
  command
      ->add_option("--svg", arguments->svg,
                   "Draw the distributions of lengths and goals; not with --batch")
      ->type_name("FILE")
      ->excludes(batch);
  declare_output(*command, command->get_option("--svg"), FileKind::picture);
  Option* report =
      command->add_flag("--report", arguments->report,
                        "Report lengths, choices, first-move advantage, goals and unused rules");
  for (const char* other :
       {"--engine", "--tier", "--start-clock", "--profile", "--batch", "--states", "--svg"}) {
    report->excludes(other);
  }
  arguments->progress.add_to(*command, "Print progress to standard error, each second");
  report->excludes("--progress");
  add_json_flag(*command, arguments->json);
  command->group("Limits", {"--max-steps", "--play-seconds"});
  command->group("Choice of games", {"--states", "--weights"});
  command->group("Output", {"--svg", "--profile"});
  command->group("On a GPU", {"--gpu-alone", "--gpu-lanes", "--gpu-states"});
  add_examples(*command, {"tesuji simulate --playouts=100000 connect-four.kif",
                          "tesuji simulate --svg=lengths.svg connect-four.kif",
                          "tesuji simulate --engine=interpreter --seed=7 --json hexapawn.kif",
                          "tesuji simulate --batch --playouts=100000000 connect-four.kif",
                          "tesuji simulate --report hexapawn.kif",
                          "tesuji simulate --playouts=20 --profile profile.json hexapawn.kif"});
  command->callback([arguments, playouts, batch, command, &action] {
    const bool timed = arguments->options.seconds > 0 || arguments->seconds > 0;
    if (timed && playouts->empty() && !arguments->states.empty()) {
      throw UsageError("--states", "with --seconds or --play-seconds it needs --playouts, too");
    }
    // At least half of the time is for games.
    if (arguments->seconds > 0) arguments->game.wait_for_fastest(arguments->seconds / 2);
    arguments->batch = !batch->empty();
    for (const char* name : {"--gpu-lanes", "--gpu-states", "--gpu-alone"}) {
      if (command->get_option(name)->empty() || arguments->blocks == driver::gpu_blocks) continue;
      throw UsageError(name, "only with --batch=gpu");
    }
    runtime::SimulationOptions& chosen = arguments->options;
    if (timed && playouts->empty()) {
      chosen.playouts = std::numeric_limits<std::uint64_t>::max();
    }
    action = [arguments] { return run_simulate(*arguments); };
  });
}

}  // namespace tesuji::tools
