// tesuji explain: what becomes of a game, what runs how, and what it costs.
#include "tools/base/command.h"

#include "tools/base/json.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/reports/explain/explain_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

namespace tesuji::tools {

namespace {

struct ExplainArguments {
  GameOptions game;
  driver::NetLimits limits;
  bool timing = true;
  bool json = false;
};

int run_explain(ExplainArguments& arguments) {
  driver::Session session;
  session.syntax = arguments.game.syntax();
  driver::Options options = arguments.game.driver_options();
  if (arguments.limits.rows == 0) arguments.limits.rows = std::numeric_limits<std::uint64_t>::max();
  if (arguments.limits.nodes == 0) arguments.limits.nodes = std::numeric_limits<std::size_t>::max();
  arguments.limits.retry_rows = std::min(arguments.limits.retry_rows, arguments.limits.rows);
  std::optional<driver::Explanation> explanation;
  if (auto pipeline = arguments.game.pipeline_options(session)) {
    options.pipeline = std::move(*pipeline);
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
  arguments->game.add_to(*command, false);
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
  add_json_flag(*command, arguments->json);
  command->group("Limits of the net", {"--max-rows", "--max-nodes"});
  add_examples(*command,
               {"tesuji explain connect-four.kif", "tesuji explain --json chess.kif | jq .net"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_explain(*arguments); }; });
}

}  // namespace tesuji::tools
