// tesuji replay: replays traces on a game and prints the differences.
#include "runtime/host/memory/fnv.h"

#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/play/replay.h"
#include "tools/reports/profile_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace tesuji::tools {

namespace {

struct ReplayArguments {
  GameOptions game;
  std::vector<std::string> traces;
  ReplayOptions options;
  bool json = false;
};

Json replay_json(const std::string& path, const ReplayResult& result, double seconds) {
  Json differences = Json::array();
  for (const Difference& difference : result.differences) {
    differences.push_back({{"where", difference.where},
                           {"what", difference.what},
                           {"expected", difference.expected},
                           {"found", difference.found}});
  }
  return {{"trace", path},
          {"states", result.states},
          {"perft_levels", result.perft_levels},
          {"differences", std::move(differences)},
          {"seconds", seconds}};
}

/// Warns if a trace is of another version of the rulesheet, which explains most differences.
void check_rulesheet(const ReplayArguments& arguments, const Trace& trace, ir::FileId trace_file,
                     driver::Session& session) {
  if (driver::is_ir_path(arguments.game.path())) return;
  for (ir::FileId file = 0; file < session.sources->size(); ++file) {
    const ir::SourceFile& source = (*session.sources)[file];
    if (source.path != arguments.game.path()) continue;
    if (trace.rulesheet_hash && runtime::fnv1a(source.text) != *trace.rulesheet_hash) {
      session.diagnostics.warning(
          {trace_file, {1, 1}, {1, 2}}, "trace",
          "this trace was made from another rulesheet than `" + source.path + "`");
    }
    return;
  }
}

/// The results of replaying all traces.
struct Comparison {
  Json traces = Json::array();
  std::uint64_t differences = 0;
};

/// Prints differences as they are found, unless as JSON.
void compare(const ReplayArguments& arguments, const driver::LoadedGame& loaded,
             driver::Session& trace_session, Comparison& comparison) {
  for (const std::string& path : arguments.traces) {
    if (interrupted()) {
      if (!arguments.json) fmt::print("interrupted\n");
      break;
    }
    const auto file = driver::read_file(path, trace_session);
    const auto trace = file ? read_trace(*file, trace_session.diagnostics) : std::nullopt;
    if (!trace) continue;
    check_rulesheet(arguments, *trace, *file, trace_session);
    const auto begin = std::chrono::steady_clock::now();
    const ReplayResult result = replay(*loaded.game, *trace, arguments.options);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    comparison.differences += result.differences.size();
    if (result.states == 0 && result.perft_levels == 0 && result.differences.empty() &&
        !interrupted()) {
      trace_session.diagnostics.warning({*file, {1, 1}, {1, 2}}, "trace",
                                        "nothing to compare: the trace has no states of playouts, "
                                        "and no perft counts within --perft");
    }
    if (arguments.json) {
      comparison.traces.push_back(replay_json(path, result, seconds));
      continue;
    }
    for (const Difference& difference : result.differences) {
      fmt::print("{}: {}: {}: expected {}, found {}\n", trace->game, difference.where,
                 difference.what, difference.expected, difference.found);
    }
    if (result.differences.size() >= arguments.options.max_differences) {
      fmt::print("{}: stopped after {}\n", trace->game,
                 counted(result.differences.size(), "difference"));
    }
    fmt::print("{}: {}, {}, perft to {} ({}, {:.3f} s)\n", trace->game,
               counted(result.states, "state"), counted(result.differences.size(), "difference"),
               result.perft_levels, arguments.game.engine_name(), seconds);
  }
}

int run_replay(ReplayArguments& arguments) {
  driver::Session session;
  // A trace decides the meaning of such a sheet; `check` reports whether GDL allows it.
  session.validation.allow_several_arities = true;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);

  driver::Session trace_session;
  trace_session.sources = session.sources;
  trace_session.diagnostics = ir::Diagnostics(*trace_session.sources);
  Comparison comparison;
  const auto play = [&] { compare(arguments, *loaded, trace_session, comparison); };
  bool written = true;
  if (arguments.game.profile().empty()) {
    play();
  } else {
    arguments.options.stop = &watch_interrupts();
    written = play_and_profile(*loaded, arguments.game.profile(), play);
  }
  if (arguments.json) {
    print_json({{"game", arguments.game.path()},
                {"engine", arguments.game.engine_name()},
                {"traces", std::move(comparison.traces)}});
  }
  arguments.game.report_tiers(*loaded);
  print_diagnostics(trace_session.diagnostics);
  const int code = exit_code_of(trace_session.diagnostics);
  const bool differs = comparison.differences > 0 || !written;
  return code == exit_ok && differs ? static_cast<int>(exit_input) : code;
}

}  // namespace

void add_replay_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("replay", "Replay recorded games and compare every state");
  auto arguments = std::make_shared<ReplayArguments>();
  arguments->game.add_to(*command);
  arguments->game.add_profile_to(*command);
  command
      ->add_option("TRACE", arguments->traces,
                   "Traces (gdl-trace/1), results of `play --json`, or match files")
      ->required();
  command
      ->add_option("--max-diffs", arguments->options.max_differences,
                   "Stop a trace after so many differences; 0: never")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str();
  command
      ->add_option("--perft", arguments->options.perft_budget,
                   "Maximum number of transitions for a trace's perft counts; 0: none")
      ->check(natural_number)
      ->capture_default_str();
  add_json_flag(*command, arguments->json);
  command->group("Output", {"--profile"});
  add_examples(*command,
               {"tesuji replay noughts-and-crosses.kif noughts-and-crosses.trace.json",
                "tesuji replay --engine=interpreter --perft=0 chess.kif chess.trace.json",
                "tesuji play --json chess.kif > match.json && tesuji replay chess.kif match.json"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_replay(*arguments); }; });
}

}  // namespace tesuji::tools
