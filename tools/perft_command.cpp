// tesuji perft: counts what is reachable, layer by layer.
#include "runtime/host/perft.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/interrupt.h"
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

  watch_interrupts();
  runtime::Perft perft(*loaded->game, arguments.budget);
  Json levels = Json::array();
  bool complete = true;
  while (perft.depth() < arguments.depth) {
    if (interrupted() || !perft.deepen()) {
      complete = false;
      break;
    }
    if (arguments.json) {
      levels.push_back({{"depth", perft.depth()},
                        {"sequences", runtime::decimal(perft.sequences())},
                        {"terminal", runtime::decimal(perft.terminal())},
                        {"distinct", perft.distinct()}});
    } else {
      fmt::print("depth {}: {} sequences, {} of them end the game, {} different states\n",
                 perft.depth(), runtime::decimal(perft.sequences()),
                 runtime::decimal(perft.terminal()), perft.distinct());
      std::fflush(stdout);
    }
  }
  if (arguments.json) {
    print_json({{"game", arguments.game.path()},
                {"engine", arguments.game.engine_name()},
                {"complete", complete},
                {"transitions", perft.transitions()},
                {"levels", std::move(levels)}});
  }
  if (complete) return exit_ok;
  fmt::print(stderr, "tesuji: {} at depth {}\n",
             interrupted() ? "interrupted"
                           : fmt::format("error: the budget of {} transitions ran out (--budget)",
                                         arguments.budget),
             perft.depth() + 1);
  return exit_limit;
}

}  // namespace

void add_perft_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("perft", "Count sequences of joint moves and states");
  auto arguments = std::make_shared<PerftArguments>();
  arguments->game.add_to(*command);
  command->add_option("DEPTH", arguments->depth, "Joint moves from the initial state")->required();
  command->add_option("--budget", arguments->budget, "Most transitions to compute")
      ->capture_default_str();
  add_json_flag(*command, arguments->json);
  add_examples(*command, {"tesuji perft noughts-and-crosses.kif 5",
                          "tesuji perft --budget=1000000 --json breakthrough.kif 4"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_perft(*arguments); }; });
}

}  // namespace tesuji::tools
