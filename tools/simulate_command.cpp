// tesuji simulate: random playouts and what they say about speed and rules.
#include "runtime/host/playout.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/interrupt.h"
#include "tools/report.h"

#include <fmt/core.h>

#include <memory>

namespace tesuji::tools {

namespace {

using runtime::SimulationResult;

struct SimulateArguments {
  GameOptions game;
  runtime::SimulationOptions options;
  bool json = false;
};

double mean(std::uint64_t sum, std::uint64_t count) {
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0.0;
}

/// One line per kind of fault that came up.
std::vector<std::string> warnings_of(const runtime::Game& game, const SimulationResult& result) {
  std::vector<std::string> warnings;
  const auto warn = [&](std::uint64_t count, const std::string& what) {
    if (count > 0) {
      warnings.push_back(fmt::format("{} playout{} {}", count, count == 1 ? "" : "s", what));
    }
  };
  warn(result.stuck, "came to a state that is not terminal and gives a role no legal move");
  warn(result.cut, "did not end within the step limit");
  for (std::size_t role = 0; role < result.roles.size(); ++role) {
    const std::string& name = game.roles()[role];
    warn(result.roles[role].missing, "ended without a goal value for " + name);
    warn(result.roles[role].ambiguous, "ended with several goal values for " + name);
    warn(result.roles[role].odd, "ended with a goal value that is no number in 0..100 for " + name);
  }
  return warnings;
}

Json to_json(const SimulateArguments& arguments, const runtime::Game& game,
             const SimulationResult& result) {
  Json roles = Json::array();
  for (std::size_t role = 0; role < result.roles.size(); ++role) {
    const SimulationResult::RoleResult& counts = result.roles[role];
    Json histogram = Json::object();
    for (std::size_t value = 0; value < counts.histogram.size(); ++value) {
      if (counts.histogram[value] > 0) {
        histogram[std::to_string(value)] = counts.histogram[value];
      }
    }
    roles.push_back({{"role", game.roles()[role]},
                     {"mean_goal", mean(counts.sum, counts.valued)},
                     {"goals", std::move(histogram)},
                     {"goal_missing", counts.missing},
                     {"goal_ambiguous", counts.ambiguous},
                     {"goal_odd", counts.odd}});
  }
  return {{"game", arguments.game.path()},
          {"engine", arguments.game.engine_name()},
          {"seed", arguments.options.seed},
          {"threads", arguments.options.threads},
          {"interrupted", interrupted()},
          {"playouts", result.playouts},
          {"terminal", result.terminal},
          {"cut", result.cut},
          {"stuck", result.stuck},
          {"transitions", result.transitions},
          {"shortest", result.shortest},
          {"longest", result.longest},
          {"mean_length", mean(result.transitions, result.playouts)},
          {"seconds", result.seconds},
          {"roles", std::move(roles)},
          {"warnings", warnings_of(game, result)}};
}

void print_text(const SimulateArguments& arguments, const runtime::Game& game,
                const SimulationResult& result) {
  if (interrupted()) fmt::print("interrupted; so far:\n");
  const double seconds = result.seconds > 0 ? result.seconds : 1e-9;
  fmt::print("{}: {} playouts in {:.3f} s ({}, {} thread{})\n", game.name(), result.playouts,
             result.seconds, arguments.game.engine_name(), arguments.options.threads,
             arguments.options.threads == 1 ? "" : "s");
  fmt::print("  {:.0f} playouts/s, {:.0f} transitions/s\n",
             static_cast<double>(result.playouts) / seconds,
             static_cast<double>(result.transitions) / seconds);
  fmt::print("  length: mean {:.4f}, from {} to {}\n", mean(result.transitions, result.playouts),
             result.shortest, result.longest);
  for (std::size_t role = 0; role < result.roles.size(); ++role) {
    const SimulationResult::RoleResult& counts = result.roles[role];
    fmt::print("  {}: mean goal {:.3f}", game.roles()[role], mean(counts.sum, counts.valued));
    for (std::size_t value = 0; value < counts.histogram.size(); ++value) {
      if (counts.histogram[value] > 0) fmt::print(", {} × {}", counts.histogram[value], value);
    }
    fmt::print("\n");
  }
  std::fflush(stdout);
  for (const std::string& warning : warnings_of(game, result)) {
    fmt::print(stderr, "{}: warning: {}\n", arguments.game.path(), warning);
  }
}

int run_simulate(SimulateArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  arguments.options.stop = &watch_interrupts();
  const SimulationResult result = runtime::simulate(*loaded->game, arguments.options);
  if (arguments.json) {
    print_json(to_json(arguments, *loaded->game, result));
  } else {
    print_text(arguments, *loaded->game, result);
  }
  return exit_ok;
}

}  // namespace

void add_simulate_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("simulate", "Play random playouts and count");
  auto arguments = std::make_shared<SimulateArguments>();
  arguments->game.add_to(*command);
  runtime::SimulationOptions& options = arguments->options;
  command->add_option("--playouts", options.playouts, "How many")->capture_default_str();
  command->add_option("--seed", options.seed, "Seed of the random moves")->capture_default_str();
  command->add_option("--steps", options.max_steps, "Cut a playout after so many joint moves")
      ->capture_default_str();
  command->add_option("--threads", options.threads, "How many playouts at a time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_json_flag(*command, arguments->json);
  add_examples(*command, {"tesuji simulate --playouts=100000 connect-four.kif",
                          "tesuji simulate --engine=interpreter --seed=7 --json hexapawn.kif"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_simulate(*arguments); }; });
}

}  // namespace tesuji::tools
