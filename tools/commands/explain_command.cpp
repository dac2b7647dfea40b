// tesuji explain: explains how a game is compiled, what each part costs, and what is proved about
// it.
#include "tools/base/command.h"

#include "backend/proofs/games/summary.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/progress.h"
#include "tools/boards/board_view.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/time_limits.h"
#include "tools/reports/explain/explain_report.h"
#include "tools/reports/proofs/proofs_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

namespace tesuji::tools {

namespace {

struct ExplainArguments {
  GameOptions game;
  driver::NetLimits limits;
  bool timing = true;
  bool json = false;
  bool proofs = false;
  bool verbose = false;
  ProgressFlags progress;
  bool limited = false;  ///< by --seconds
  driver::SummaryRequest summary;
};

/// As for `verify`: 70 for a bug of ours, 1 if the game never starts, 3 for a limit.
int exit_code_for(const driver::GameSummary& summary) {
  const proofs::VerificationReport& report = summary.verified->report;
  if (!report.disagreements.empty()) return exit_bug;
  if (report.opening != proofs::Opening::plays) return exit_input;
  return summary.complete ? exit_ok : exit_limit;
}

int run_proofs(ExplainArguments& arguments) {
  driver::Session session;
  session.syntax = arguments.game.syntax();
  driver::SummaryRequest& request = arguments.summary;
  request.game = arguments.game.driver_options();
  request.game.engine = driver::Engine::tiers;
  constexpr std::uint64_t most_memory = std::uint64_t{4} << 30;
  request.memory_bytes = most_memory;
  request.threads = std::max(1U, std::thread::hardware_concurrency());
  request.stop = &interrupt_flag();
  // Without --seconds, loading may take longer than proofs may by default.
  auto loading = std::make_shared<LoadingLimit>(arguments.limited ? request.seconds : 0,
                                                LoadingLimit::time_over_before("the proofs"));
  request.loaded = [loading] {
    loading->end();
    watch_interrupts();
  };
  std::optional<ProgressLine> progress(std::in_place, "explain", arguments.progress);
  request.progress = [&](const std::string& what) { progress->begin(what); };
  std::optional<driver::GameSummary> summary;
  if (arguments.game.complete(request.game, session)) {
    summary = driver::summarise(arguments.game.path(), request, session);
  }
  progress.reset();
  arguments.game.pipeline().finish();
  print_diagnostics(session.diagnostics);
  if (!summary) return arguments.game.exit_code(session);
  const BoardView boards(summary->verified->module, summary->verified->report.initial);
  if (arguments.json) {
    print_json(proofs_json(*summary, boards, arguments.game.path(), arguments.verbose));
  } else {
    fmt::print("{}", proofs_text(*summary, boards, arguments.game.path(), arguments.verbose));
  }
  return exit_code_for(*summary);
}

int run_explain(ExplainArguments& arguments) {
  if (arguments.proofs) return run_proofs(arguments);
  driver::Session session;
  session.syntax = arguments.game.syntax();
  driver::Options options = arguments.game.driver_options();
  if (arguments.limits.rows == 0) arguments.limits.rows = std::numeric_limits<std::uint64_t>::max();
  if (arguments.limits.nodes == 0) arguments.limits.nodes = std::numeric_limits<std::size_t>::max();
  arguments.limits.retry_rows = std::min(arguments.limits.retry_rows, arguments.limits.rows);
  std::optional<driver::Explanation> explanation;
  if (arguments.game.complete(options, session)) {
    explanation = driver::explain(arguments.game.path(), options, arguments.limits,
                                  arguments.timing, session);
  }
  arguments.game.pipeline().finish();
  print_diagnostics(session.diagnostics);
  if (!explanation) return arguments.game.exit_code(session);
  if (arguments.json) {
    print_json(to_json(*explanation));
  } else {
    fmt::print("{}", explanation_text(*explanation, arguments.limits));
  }
  return exit_ok;
}

}  // namespace

void add_explain_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("explain", "Explain how a game is compiled and what each part costs");
  auto arguments = std::make_shared<ExplainArguments>();
  arguments->game.add_to(*command, false, GameFiles::no_plugins);
  command
      ->add_option("--max-rows", arguments->limits.rows,
                   "Maximum number of ground atoms and rules; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--max-nodes", arguments->limits.nodes,
                   "Maximum number of nodes of the net; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command->add_flag("!--no-timing", arguments->timing,
                    "Do not measure matchers and net in native code");
  command
      ->add_flag("--proofs", arguments->proofs,
                 "Explain proved properties: board, turns, goals, length, symmetries")
      ->excludes("--max-rows")
      ->excludes("--max-nodes")
      ->excludes("--no-timing");
  Option* seconds =
      command
          ->add_option("--seconds", arguments->summary.seconds,
                       "Stop proofs and random games after so many seconds; 0: no limit")
          ->needs("--proofs")
          ->check(some_seconds)
          ->capture_default_str();
  command
      ->add_flag("--verbose", arguments->verbose,
                 "With --proofs: also print unproved formulas that held in random games")
      ->needs("--proofs");
  arguments->progress.add_to(
      *command, "With --proofs: print progress to standard error, not only on a terminal");
  add_json_flag(*command, arguments->json);
  command->group("Proofs", {"--seconds", "--verbose"});
  command->group("Limits of the net", {"--max-rows", "--max-nodes"});
  add_examples(*command,
               {"tesuji explain connect-four.kif", "tesuji explain --proofs connect-four.kif",
                "tesuji explain --json chess.kif | jq .net"});
  command->callback([arguments, seconds, &action] {
    arguments->limited = !seconds->empty();
    action = [arguments] { return run_explain(*arguments); };
  });
}

}  // namespace tesuji::tools
