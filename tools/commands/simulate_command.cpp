// tesuji simulate: random playouts and what they say about speed and rules.
#include "backend/driver/open/batch_game.h"

#include "backend/driver/plugins/plugin.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "runtime/host/playouts/simulation.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/rate.h"
#include "tools/base/report.h"
#include "tools/files/state_list.h"
#include "tools/options/choice_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/play/fault_warnings.h"
#include "tools/reports/balance_report.h"
#include "tools/reports/game_profile.h"
#include "tools/reports/simulation_plot.h"

#include <fmt/core.h>

#include <ctime>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

using runtime::SimulationResult;

bool plays_on_gpu(const driver::BatchGame& played) {
  return played.lanes && played.lanes->device && played.lanes->device->fault().empty() &&
         played.lanes->device->report().launches != 0;
}

struct SimulateArguments {
  GameOptions game;
  runtime::SimulationOptions options;
  bool json = false;
  bool batch = false;
  bool report = false;
  std::uint32_t blocks = 0;  ///< of 64 lanes; 0: the widest that there are
  runtime::GpuChoice gpu;
  std::string weights;  ///< of moves, a file; empty: none
  std::string states;   ///< to begin with, a file; empty: the initial one
  std::string svg;      ///< where to draw distributions; empty: nowhere

  /// What played, in words.
  [[nodiscard]] std::string engine(const driver::BatchGame& played) const {
    if (report) return "interpreter";
    if (!batch) return game.engine_name();
    if (plays_on_gpu(played)) return "batch, " + played.lanes->device->name();
    const std::uint32_t width = played.width();
    return width != 0 ? fmt::format("batch, {} lanes", width) : played.engine;
  }
};

/// What was spent by the whole process, all threads; in seconds.
struct CpuTimes {
  double setup = 0;     ///< from its start until the game could be played
  double playouts = 0;  ///< the playouts alone
};

double process_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0.0;
}

/// Nothing where no playout gave the role a goal.
std::optional<double> mean_goal(const runtime::PlayoutStatistics& statistics, std::size_t role) {
  if (role >= statistics.goal_counts.size() || statistics.goal_counts[role] == 0) {
    return std::nullopt;
  }
  return mean(statistics.goal_sums[role], statistics.goal_counts[role]);
}

std::string mean_goal_text(const runtime::PlayoutStatistics& statistics, std::size_t role) {
  const std::optional<double> goal = mean_goal(statistics, role);
  return goal ? fmt::format("{:.3f}", *goal) : "-";
}

/// The role `random` stands for chance, which wants nothing; unless the rules give it goals.
bool is_chance(const runtime::Game& game, const runtime::PlayoutStatistics& statistics,
               std::size_t role) {
  const bool has_goals = role < statistics.goal_counts.size() && statistics.goal_counts[role] > 0;
  return game.roles()[role] == runtime::chance_role && !has_goals;
}

/// What was played: from all states together and, with --states, from each.
struct Played {
  SimulationResult all;
  std::vector<ListedState> states;
  std::vector<SimulationResult> of_each;
  std::optional<BalanceReport> report;
};

Json goals_json(const runtime::Game& game, const runtime::PlayoutStatistics& statistics) {
  Json roles = Json::array();
  for (std::size_t role = 0; role < game.roles().size(); ++role) {
    if (is_chance(game, statistics, role)) continue;
    const std::optional<double> goal = mean_goal(statistics, role);
    roles.push_back(
        {{"role", game.roles()[role]}, {"mean_goal", goal ? Json(*goal) : Json(nullptr)}});
  }
  return roles;
}

Json state_json(const runtime::Game& game, const ListedState& state,
                const SimulationResult& result) {
  const runtime::PlayoutStatistics& statistics = result.statistics;
  return {{"line", state.line},
          {"playouts", statistics.playouts},
          {"terminal", statistics.terminal},
          {"cut", statistics.cut},
          {"stuck", statistics.stuck},
          {"shortest", result.shortest},
          {"longest", result.longest},
          {"mean_length", mean(statistics.steps, statistics.playouts)},
          {"roles", goals_json(game, statistics)}};
}

Json simulation_json(const SimulateArguments& arguments, const driver::BatchGame& simulated,
                     const Played& played, const CpuTimes& cpu) {
  const runtime::Game& game = *simulated.loaded.game;
  const SimulationResult& result = played.all;
  const runtime::PlayoutStatistics& statistics = result.statistics;
  Json json = {{"game", arguments.game.path()},
               {"engine", arguments.engine(simulated)},
               {"seed", arguments.options.seed},
               {"threads", arguments.options.threads},
               {"interrupted", interrupted()},
               {"playouts", statistics.playouts},
               {"terminal", statistics.terminal},
               {"cut", statistics.cut},
               {"stuck", statistics.stuck},
               {"goals_missing", statistics.goals_missing},
               {"goals_ambiguous", statistics.goals_ambiguous},
               {"goals_not_integer", statistics.goals_not_integer},
               {"transitions", statistics.steps},
               {"shortest", result.shortest},
               {"longest", result.longest},
               {"mean_length", mean(statistics.steps, statistics.playouts)},
               {"seconds", result.seconds},
               {"playouts_per_second", rate(statistics.playouts, result.seconds)},
               {"transitions_per_second", rate(statistics.steps, result.seconds)},
               {"roles", goals_json(game, statistics)},
               {"warnings", fault_warnings(statistics)},
               {"setup_cpu_seconds", cpu.setup},
               {"cpu_seconds", cpu.playouts}};
  if (simulated.lanes && !plays_on_gpu(simulated)) {
    json["lane_fluents"] = simulated.lanes->fluents;
    json["lane_bytes"] =
        runtime::batch_bytes(*simulated.lanes) / (64 * simulated.lanes->code.blocks);
  }
  if (plays_on_gpu(simulated)) {
    const runtime::DeviceReport report = simulated.lanes->device->report();
    json["gpu"] = {{"lanes", report.lanes},
                   {"launches", report.launches},
                   {"load_seconds", report.load_seconds},
                   {"registers", report.registers},
                   {"stack_bytes", report.stack_bytes}};
  }
  if (arguments.batch) json["one_by_one"] = simulated.reason;
  if (!arguments.states.empty()) {
    Json states = Json::array();
    for (std::size_t i = 0; i < played.states.size(); ++i) {
      states.push_back(state_json(game, played.states[i], played.of_each[i]));
    }
    json["states"] = std::move(states);
  }
  return json;
}

/// `line 3: 1000 playouts, mean length 4.5000, mean goals: x 62.000, o 38.000`
void print_state(const runtime::Game& game, const ListedState& state,
                 const SimulationResult& result) {
  const runtime::PlayoutStatistics& statistics = result.statistics;
  if (statistics.playouts == 0) {
    fmt::print("line {}: no playouts\n", state.line);
    return;
  }
  std::string goals;
  for (std::size_t role = 0; role < game.roles().size(); ++role) {
    if (is_chance(game, statistics, role)) continue;
    goals += fmt::format("{} {} {}", goals.empty() ? "" : ",", game.roles()[role],
                         mean_goal_text(statistics, role));
  }
  fmt::print("line {}: {}, mean length {:.4f}, mean goals:{}\n", state.line,
             counted(statistics.playouts, "playout"), mean(statistics.steps, statistics.playouts),
             goals);
}

void print_text(const SimulateArguments& arguments, const driver::BatchGame& simulated,
                const Played& played) {
  const runtime::Game& game = *simulated.loaded.game;
  const SimulationResult& result = played.all;
  const runtime::PlayoutStatistics& statistics = result.statistics;
  if (arguments.options.playouts == 0) {
    fmt::print("{}: no playouts (--playouts=0): the game was loaded, and nothing was played\n",
               game.name());
    return;
  }
  if (interrupted()) fmt::print("interrupted; so far:\n");
  const double seconds = result.seconds > 0 ? result.seconds : 1e-9;
  fmt::print("{}: {} in {:.3f} s ({}, {})\n", game.name(), counted(statistics.playouts, "playout"),
             result.seconds, arguments.engine(simulated),
             counted(arguments.options.threads, "thread"));
  fmt::print("  {:.0f} playouts/s, {:.0f} transitions/s\n",
             static_cast<double>(statistics.playouts) / seconds,
             static_cast<double>(statistics.steps) / seconds);
  fmt::print("  length: mean {:.4f}, from {} to {}\n", mean(statistics.steps, statistics.playouts),
             result.shortest, result.longest);
  for (std::size_t role = 0; role < game.roles().size(); ++role) {
    if (is_chance(game, statistics, role)) continue;
    fmt::print("  {}: mean goal {}\n", game.roles()[role], mean_goal_text(statistics, role));
  }
  if (arguments.states.empty()) return;
  for (std::size_t i = 0; i < played.states.size(); ++i) {
    print_state(game, played.states[i], played.of_each[i]);
  }
}

/// The game by the interpreter, which counts how often each rule fires, and its rules as they are
/// written. Prints warnings and errors; on failure nothing.
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
    // A rule would not count as used where another has derived the same.
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

/// Plays from the initial state, and reports what that shows of the game.
Played play_for_report(const driver::LoadedGame& loaded, driver::RulesAsWritten written,
                       const runtime::SimulationOptions& options) {
  BalanceReport report;
  report.balance = runtime::observe_balance(*loaded.game, options);
  report.roles.assign(loaded.game->roles().begin(), loaded.game->roles().end());
  report.idle = driver::idle_rules(written, loaded);
  report.written = std::move(written);
  Played played;
  played.all = report.balance.result;
  played.report = std::move(report);
  return played;
}

/// The game, for lanes if asked for. Prints warnings and errors; on failure nothing.
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
    fmt::print(stderr, "{}: warning: not played in lanes, but one by one: {}\n",
               arguments.game.path(), game->reason);
  }
  if (game && !game->gpu_reason.empty()) {
    fmt::print(stderr, "{}: warning: played on the processor: {}\n", arguments.game.path(),
               game->gpu_reason);
  }
  return game;
}

/// Weights are known to lanes alone: reports states that these do not take.
void check_for_weights(const runtime::LanePlayer& lanes, const std::vector<ListedState>& states,
                       ir::FileId file, ir::Diagnostics& diagnostics) {
  const auto scratch = lanes.game->make_scratch();
  for (const ListedState& state : states) {
    if (begins_in_lanes(lanes, state.state) || lanes.game->terminal(state.state, *scratch)) {
      continue;
    }
    diagnostics.error({file, {state.line, 1}, {state.line, 1}}, "weights",
                      "no play leads to this state, and from such states moves have no weights");
  }
}

/// Reads the states to begin with; on failure nothing, and the errors are printed.
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
                                "there is no state in this file, so nothing is played");
    print_diagnostics(session.diagnostics);
    session.diagnostics =
        ir::Diagnostics(*session.sources);  // what was printed is not printed again
  }
  return states;
}

/// One after the other.
runtime::State joined(const std::vector<ListedState>& states) {
  runtime::State all;
  for (const ListedState& state : states) {
    all.insert(all.end(), state.state.begin(), state.state.end());
  }
  return all;
}

/// --report; cpu times as run_simulate() takes them.
int run_report(SimulateArguments& arguments) {
  driver::Session session;
  driver::RulesAsWritten written;
  driver::BatchGame simulated;
  auto loaded = load_for_report(arguments, written, session);
  if (!loaded) return exit_code_of(session.diagnostics);
  simulated.loaded = std::move(*loaded);
  arguments.options.stop = &watch_interrupts();
  CpuTimes cpu;
  cpu.setup = process_seconds();
  const Played played = play_for_report(simulated.loaded, std::move(written), arguments.options);
  cpu.playouts = process_seconds() - cpu.setup;
  if (arguments.json) {
    Json json = simulation_json(arguments, simulated, played, cpu);
    json["report"] = to_json(*played.report, *session.sources);
    print_json(json);
  } else {
    print_text(arguments, simulated, played);
    print_balance(*played.report, *session.sources);
    print_warnings(arguments.game.path(), fault_warnings(played.all.statistics));
  }
  return exit_ok;
}

int run_simulate(SimulateArguments& arguments) {
  if (arguments.report) return run_report(arguments);
  driver::Session session;
  const auto simulated = load(arguments, session);
  if (!simulated) return arguments.game.exit_code(session);
  const driver::LoadedGame& loaded = simulated->loaded;
  Played played;
  if (auto states = start_states(arguments, *simulated, session)) {
    played.states = std::move(*states);
  } else {
    return exit_code_of(session.diagnostics);
  }
  arguments.options.distributions = !arguments.svg.empty();
  arguments.options.stop = &watch_interrupts();
  CpuTimes cpu;
  cpu.setup = process_seconds();
  const auto play = [&] {
    played.of_each = driver::simulate(*simulated, joined(played.states), played.states.size(),
                                      arguments.options);
  };
  bool written = true;
  if (arguments.game.profile().empty()) {
    play();
  } else {
    written = play_and_profile(loaded, arguments.game.profile(), play);
  }
  cpu.playouts = process_seconds() - cpu.setup;
  if (simulated->lanes && simulated->lanes->device && !simulated->lanes->device->fault().empty()) {
    fmt::print(stderr, "{}: warning: played on the processor: {}\n", arguments.game.path(),
               simulated->lanes->device->fault());
  }
  for (const SimulationResult& result : played.of_each) {
    add(played.all, result);
    played.all.seconds = result.seconds;  // all the same
  }
  if (!arguments.svg.empty()) {
    written &=
        write_output(arguments.svg, simulation_svg(*loaded.game, played.all), session.diagnostics);
    print_diagnostics(session.diagnostics);
  }
  if (arguments.json) {
    print_json(simulation_json(arguments, *simulated, played, cpu));
  } else {
    print_text(arguments, *simulated, played);
    print_warnings(arguments.game.path(), fault_warnings(played.all.statistics));
  }
  arguments.game.report_tiers(loaded);
  return written ? exit_ok : exit_input;
}

}  // namespace

void add_simulate_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("simulate", "Play random games and count their results");
  auto arguments = std::make_shared<SimulateArguments>();
  arguments->game.add_to(*command);
  arguments->game.add_profile_to(*command);
  runtime::SimulationOptions& options = arguments->options;
  Option* playouts = command->add_option("--playouts", options.playouts, "Number of games")
                         ->check(natural_number)
                         ->capture_default_str();
  command
      ->add_option("--seconds", options.seconds,
                   "Start no game after so many seconds; alone: any number of games")
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
                                 "Where GPU threads keep states: auto, registers, stack or tiles")
      ->type_name("PLACE")
      ->default_str("auto")
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
  add_json_flag(*command, arguments->json);
  command->group("Choice of games", {"--states", "--weights"});
  command->group("Output", {"--svg", "--profile"});
  command->group("On a GPU", {"--gpu-lanes", "--gpu-states"});
  add_examples(*command, {"tesuji simulate --playouts=100000 connect-four.kif",
                          "tesuji simulate --svg=lengths.svg connect-four.kif",
                          "tesuji simulate --engine=interpreter --seed=7 --json hexapawn.kif",
                          "tesuji simulate --batch --playouts=100000000 connect-four.kif",
                          "tesuji simulate --report hexapawn.kif",
                          "tesuji simulate --playouts=20 --profile profile.json hexapawn.kif"});
  command->callback([arguments, playouts, batch, command, &action] {
    if (arguments->options.seconds > 0 && playouts->empty() && !arguments->states.empty()) {
      throw UsageError("--states", "with --seconds it needs --playouts, too");
    }
    arguments->batch = !batch->empty();
    for (const char* name : {"--gpu-lanes", "--gpu-states"}) {
      if (command->get_option(name)->empty() || arguments->blocks == driver::gpu_blocks) continue;
      throw UsageError(name, "only with --batch=gpu");
    }
    runtime::SimulationOptions& chosen = arguments->options;
    if (chosen.seconds > 0 && playouts->empty()) {
      chosen.playouts = std::numeric_limits<std::uint64_t>::max();
    }
    action = [arguments] { return run_simulate(*arguments); };
  });
}

}  // namespace tesuji::tools
