// tesuji gdl-perf: runs the public performance framework for GDL reasoners.
//
// The framework (gdl-perf, by Alex Landau) starts a process with a game, a file for results and a
// number of seconds, and reads only that file. So errors are written there, too.
#include "runtime/host/playouts/timed_playouts.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/messages.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/base/report_text.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

namespace tesuji::tools {

namespace {

struct PerfArguments {
  GameOptions game;
  std::string output;
  double seconds = 0;
  std::uint64_t seed = 1;
};

/// Returns the first error on one line, with its place, and the number of further ones.
std::string error_message(const ir::Diagnostics& diagnostics) {
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != ir::Severity::error) continue;
    std::string text = diagnostics.render(diagnostic);
    text.resize(std::min(text.size(), text.find('\n')));
    if (diagnostics.error_count() == 1) return text;
    return text + fmt::format(" (and {} more)", counted(diagnostics.error_count() - 1, "error"));
  }
  return "the game cannot be loaded";
}

/// Returns false if the file cannot be written (reported).
bool write_results(const PerfArguments& arguments, const std::string& results) {
  driver::Session session;
  const std::string version = property(
      "version", fmt::format("tesuji {} ({})", TESUJI_VERSION, arguments.game.engine_name()));
  const bool written = write_output(arguments.output, version + results, session.diagnostics);
  print_diagnostics(session.diagnostics);
  return written;
}

/// Returns the exit code; the caller reports exceptions to the framework.
int play(PerfArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) {
    write_results(arguments, property("errorMessage", error_message(session.diagnostics)));
    return arguments.game.exit_code(session);
  }
  const runtime::TimedPlayouts played =
      runtime::play_for(*loaded->game, arguments.seconds, arguments.seed, &watch_interrupts());
  arguments.game.report_tiers(*loaded);
  if (played.stuck) {
    const std::string message = fmt::format(
        "{}: {} has no legal move in a state that is not terminal, after {}", arguments.game.path(),
        loaded->game->roles()[*played.stuck], counted(played.steps, "joint move"));
    print_error(message);
    write_results(arguments, property("errorMessage", message));
    return exit_input;
  }
  const std::string results =
      property("millisecondsTaken", fmt::format("{:.0f}", 1000 * played.seconds)) +
      property("numStateChanges", std::to_string(played.steps)) +
      property("numRollouts", std::to_string(played.playouts));
  return write_results(arguments, results) ? exit_ok : exit_input;
}

int run_perf(PerfArguments& arguments) {
  try {
    return play(arguments);
  } catch (const std::exception& error) {
    write_results(arguments, property("errorMessage", error.what()));
    throw;
  }
}

}  // namespace

void add_gdl_perf_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("gdl-perf", "Measure random games as the GDL performance framework does");
  auto arguments = std::make_shared<PerfArguments>();
  arguments->game.add_to(*command);
  arguments->game.wait_for_fastest();
  command->add_option("OUT", arguments->output, "File for the results")->required();
  command->add_option("SECONDS", arguments->seconds, "Time to play in seconds, after loading")
      ->required()
      ->check(positive_seconds);
  command->add_option("--seed", arguments->seed, "Seed of the random moves")
      ->check(natural_number)
      ->capture_default_str();
  declare_output(*command, command->get_option("OUT"), FileKind::results);
  add_examples(*command, {"tesuji gdl-perf connect-four.kif results.txt 10",
                          "tesuji gdl-perf --engine=auto --seed=7 reversi.kif results.txt 30"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_perf(*arguments); }; });
}

}  // namespace tesuji::tools
