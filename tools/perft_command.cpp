// tesuji perft: counts what is reachable, layer by layer.
#include "runtime/host/perft.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/number_checks.h"
#include "tools/report.h"

#include <fmt/core.h>

#include <memory>

namespace tesuji::tools {

namespace {

struct PerftArguments {
  GameOptions game;
  std::uint32_t depth = 1;
  std::uint64_t budget = 100'000'000;
  bool json = false;
};

int run_perft(PerftArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);

  const runtime::PerftResult result =
      runtime::perft(*loaded->game, arguments.depth, arguments.budget, false);
  if (arguments.json) {
    Json levels = Json::array();
    for (const runtime::PerftLevel& level : result.levels) {
      levels.push_back({{"depth", level.depth},
                        {"sequences", runtime::count_text(level.sequences)},
                        {"terminal", runtime::count_text(level.terminal)},
                        {"distinct", level.distinct}});
    }
    print_json({{"game", arguments.game.path()},
                {"engine", arguments.game.engine_name()},
                {"complete", result.complete},
                {"transitions", result.transitions},
                {"levels", std::move(levels)}});
  } else {
    for (const runtime::PerftLevel& level : result.levels) {
      fmt::print("depth {}: {} sequence{}, {} of them end{} the game, {}\n", level.depth,
                 runtime::count_text(level.sequences), level.sequences == 1 ? "" : "s",
                 runtime::count_text(level.terminal), level.terminal == 1 ? "s" : "",
                 counted(level.distinct, "different state"));
    }
  }
  arguments.game.report_tiers(*loaded);
  if (result.complete) return exit_ok;
  std::fflush(stdout);
  fmt::print(stderr, "tesuji: error: the budget of {} ran out at depth {} (--max-transitions)\n",
             counted(arguments.budget, "transition"), result.levels.size() + 1);
  return exit_limit;
}

}  // namespace

void add_perft_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("perft", "Count sequences of joint moves and states");
  auto arguments = std::make_shared<PerftArguments>();
  arguments->game.add_to(*command);
  command->add_option("DEPTH", arguments->depth, "Joint moves from the initial state")
      ->required()
      ->check(natural_number);
  command
      ->add_option("--max-transitions", arguments->budget,
                   "Most transitions to compute; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  add_json_flag(*command, arguments->json);
  add_examples(*command, {"tesuji perft noughts-and-crosses.kif 5",
                          "tesuji perft --max-transitions=1000000 --json breakthrough.kif 4"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_perft(*arguments); }; });
}

}  // namespace tesuji::tools
