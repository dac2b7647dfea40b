// tesuji position: shows a position of a game, and what players would do there.
#include "runtime/host/game/turns.h"
#include "tools/base/captured_output.h"
#include "tools/base/command.h"
#include "tools/base/messages.h"
#include "tools/base/outputs.h"
#include "tools/base/request_loop.h"
#include "tools/base/terminal.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/run_arguments.h"
#include "tools/play/position_question.h"
#include "tools/play/seat_options.h"

#include <fmt/core.h>

#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

constexpr const char* position_name = "position";
constexpr const char* position_help = "Print a position: board, legal moves, choices of players";

struct PositionArguments {
  GameOptions game;
  PositionQuestion question;
  bool requests = false;
};

std::string check_asked_player(const std::string& description) {
  return check_seat(description);
}

/// Declares the options that may differ from one question about a game to the next.
void add_question(Command& command, PositionQuestion& question) {
  command
      .add_option("--after", question.after,
                  "Joint moves to play first (`e2-e4` or terms), `;` between, or @FILE")
      ->type_name("MOVES");
  command
      .add_option("--state", question.state,
                  "Fluents that hold, or @FILE (default: the initial state)")
      ->type_name("FLUENTS");
  command
      .add_option("--ask", question.players,
                  "Ask this player (as of `play`) for the move of each role with a choice")
      ->check(check_asked_player)
      ->allow_extra_args(false)
      ->type_name("PLAYER");
  command
      .add_option("--values", question.value_seconds,
                  "Search for so many seconds and print the value of each move")
      ->check(some_seconds)
      ->type_name("S");
  command
      .add_option("--view-of", question.known_to,
                  "Show only what this role knows, in games of incomplete information")
      ->allow_extra_args(false)
      ->type_name("ROLE");
  command.add_option("--seed", question.seed, "Seed of random numbers")
      ->check(natural_number)
      ->capture_default_str();
  command
      .add_option("--memory", question.memory_mib,
                  "Memory in MiB of minimax and of each strategy; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command
      .add_option("--move-seconds", question.move_seconds,
                  "Time for a move, unless settings of mcts give another")
      ->check(some_seconds)
      ->type_name("S")
      ->default_str("1 (mcts)");
  add_evaluation_options(command, question.evaluation);
  Option* svg = command
                    .add_option("--svg", question.svg,
                                "Draw the position, and beside it the moves of --ask, with threats")
                    ->type_name("FILE")
                    ->excludes("--view-of");
  declare_output(command, svg, FileKind::picture);
  add_json_flag(command, question.json);
  command.group("Search and limits", {"--move-seconds", "--memory", "--seed"});
  command.group("Players by weights", {"--features", "--domain", "--depth"});
  add_remote_options(command, question.remote);
  command.group("Display", {"--svg"});
}

/// Returns nothing if the game cannot be loaded (reported).
std::optional<PositionGame> load_position_game(GameOptions& game, int& code) {
  driver::Session session;
  auto loaded = game.load(session);
  if (!loaded) {
    code = game.exit_code(session);
    return std::nullopt;
  }
  return PositionGame(std::move(*loaded), game.path(), game.driver_options(), session.symbols);
}

int answer_question(PositionGame& game, const PositionQuestion& question, const std::string& path) {
  try {
    try {
      return game.answer(question);
    } catch (const std::bad_alloc&) {
      // Trees of earlier questions must not take the memory of this one.
      if (!game.forget_players()) throw;
      return game.answer(question);
    }
  } catch (const runtime::TurnError& error) {
    print_message(path, ir::Severity::error, error.what());
  }
  return exit_input;
}

int run_position(PositionArguments& arguments) {
  int code = exit_ok;
  auto game = load_position_game(arguments.game, code);
  return game ? answer_question(*game, arguments.question, arguments.game.path()) : code;
}

/// Answers a request whose arguments are options of a question.
int answer_request(PositionGame& game, const std::vector<std::string>& options,
                   const std::string& path) {
  PositionQuestion question;
  return run_subcommand(
      position_name, options, [&](Command& command) { add_question(command, question); },
      [&] { return answer_question(game, question, path); });
}

int run_position_requests(PositionArguments& arguments) {
  CapturedOutput streams;
  int code = exit_ok;
  std::optional<PositionGame> game;
  code = guarded([&] {
    game = load_position_game(arguments.game, code);
    return code;
  });
  const CapturedOutput::Texts texts = streams.take();
  if (!game) {
    streams.release();
    fmt::print(stderr, "{}", texts.errors);
    return code;
  }
  return answer_requests(streams, texts.errors, [&](const std::vector<std::string>& options) {
    const int answered = answer_request(*game, options, arguments.game.path());
    // What a player has found may be incomplete after an error.
    if (answered != exit_ok) game->forget_players();
    return answered;
  });
}

}  // namespace

void add_position_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(position_name, position_help);
  auto arguments = std::make_shared<PositionArguments>();
  arguments->game.add_to(*command);
  add_question(*command, arguments->question);
  command->add_flag("--requests", arguments->requests,
                    "Answer requests: a line of JSON with options of this command for each");
  command->group("For other programs", {"--requests"});
  add_examples(
      *command,
      {"tesuji position connect-four.kif",
       "tesuji position connect-four.kif --after 'drop 4' --values=1",
       "tesuji position hexapawn3.kif --ask minimax --ask strategy:hexapawn3.pl",
       "tesuji position noughts-and-crosses.kif --ask strategy:noughts.pl --svg=move.svg"});
  command->callback([arguments, &action] {
    action = [arguments] {
      return arguments->requests ? run_position_requests(*arguments) : run_position(*arguments);
    };
  });
}

}  // namespace tesuji::tools
