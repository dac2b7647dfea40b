// tesuji position: shows a position of a game, and what players would do there.
#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/terminal.h"
#include "tools/files/state_list.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/play/game_picture.h"
#include "tools/play/position.h"
#include "tools/play/seat_options.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {
namespace {

struct PositionArguments {
  GameOptions game;
  std::string state;  ///< fluents, or @FILE; empty: the initial state
  std::string after;
  std::vector<std::string> players;      ///< players to ask
  std::vector<std::string> known_to;     ///< roles; empty: show everything
  std::optional<double> move_seconds{};  ///< nothing: one second for mcts
  double value_seconds = 0;              ///< 0: moves are not valued
  EvaluationContext evaluation;
  SearchContext search;
  RemoteContext remote;
  std::uint64_t seed = 1;
  std::uint64_t memory_mib = runtime::StateSpaceOptions{}.budget >> 20U;
  std::string color = "auto";
  std::string svg;
  bool json = false;
};

std::string check_asked_player(const std::string& description) {
  return check_seat(description);
}

/// Returns nothing if it is not a state of the game (reported).
std::optional<runtime::State> read_state(const std::string& text, const runtime::Game& game,
                                         driver::Session& session) {
  if (text.empty()) return runtime::State(game.initial().begin(), game.initial().end());
  const auto input = read_option_text("--state", text, session);
  if (!input) return std::nullopt;
  const ir::FileId file = session.sources->add(input->name, input->text);
  const auto states = read_states(file, game, session.diagnostics);
  if (!states) return std::nullopt;
  if (states->size() == 1) return states->front().state;
  session.diagnostics.error({file, {1, 1}, {1, 1}}, "states", "one state is expected, on one line");
  return std::nullopt;
}

/// Returns nothing if a name is not a role's (reported).
std::optional<std::vector<runtime::Role>> find_roles(const std::vector<std::string>& names,
                                                     const runtime::Game& game,
                                                     driver::Session& session) {
  std::vector<runtime::Role> found;
  for (const std::string& name : names) {
    const auto role = std::find(game.roles().begin(), game.roles().end(), name);
    if (role == game.roles().end()) {
      session.diagnostics.error(
          {}, "usage",
          fmt::format("unknown role `{}`; the roles are {}", name, fmt::join(game.roles(), ", ")));
      return std::nullopt;
    }
    found.push_back(static_cast<runtime::Role>(role - game.roles().begin()));
  }
  return found;
}

int show_position(PositionArguments& arguments, const driver::LoadedGame& loaded,
                  driver::Session& session) {
  const auto from = read_state(arguments.state, *loaded.game, session);
  const auto moves = read_option_text("--after", arguments.after, session);
  const auto known_to = find_roles(arguments.known_to, *loaded.game, session);
  const auto position = from && moves && known_to
                            ? play_moves(*loaded.game, *from, joint_moves_of(*moves), session)
                            : std::nullopt;
  if (!position) {
    print_diagnostics(session.diagnostics);
    return exit_code_of(session.diagnostics);
  }
  const driver::Options options = arguments.game.driver_options();
  if (arguments.move_seconds) {
    arguments.search.limits.seconds = *arguments.move_seconds;
    arguments.evaluation.seconds = *arguments.move_seconds;
  }
  SeatContext context{loaded,           options,         session, arguments.evaluation,
                      arguments.search, arguments.remote};
  context.budget = memory_bytes(arguments.memory_mib);
  std::vector<Advice> advice;
  for (const std::string& player : arguments.players) {
    auto asked = ask_player(player, *position, context, !arguments.svg.empty());
    if (!asked) {
      print_diagnostics(session.diagnostics);
      return exit_code_of(session.diagnostics);
    }
    advice.insert(advice.end(), asked->begin(), asked->end());
  }
  if (!arguments.known_to.empty() && !arguments.players.empty()) {
    // To continue play, the moves of all roles are needed, without showing who had a choice.
    const auto more = moves_without_player(*loaded.game, *position, arguments.seed);
    advice.insert(advice.end(), more.begin(), more.end());
  }
  std::vector<MoveValues> values;
  if (arguments.value_seconds > 0) {
    SearchContext search = arguments.search;
    search.limits.seconds = arguments.value_seconds;
    search.limits.stop = &watch_interrupts();
    values = value_moves(loaded, *position, search);
  }
  const PositionReport report{loaded, *position, advice, values, *known_to};
  if (!arguments.svg.empty() &&
      !write_output(arguments.svg, position_picture(loaded, *position, advice),
                    session.diagnostics)) {
    print_diagnostics(session.diagnostics);
    return exit_code_of(session.diagnostics);
  }
  if (arguments.json) {
    print_json(to_json(report));
  } else {
    print(report, wants_color(arguments.color));
  }
  return interrupted() ? exit_limit : exit_ok;
}

int run_position(PositionArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  const driver::Options options = arguments.game.driver_options();
  arguments.evaluation.sources.game = arguments.game.path();
  prepare_search(arguments.search, arguments.game.path(), options, arguments.seed,
                 memory_bytes(arguments.memory_mib));
  try {
    driver::Session of_texts;
    of_texts.symbols = session.symbols;
    return show_position(arguments, *loaded, of_texts);
  } catch (const runtime::TurnError& error) {
    fmt::print(stderr, "{}: error: {}\n", arguments.game.path(), error.what());
  }
  return exit_input;
}

}  // namespace

void add_position_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(
      "position", "Print a position: the board, legal moves, and the choices of players");
  auto arguments = std::make_shared<PositionArguments>();
  arguments->game.add_to(*command);
  command
      ->add_option("--after", arguments->after,
                   "Joint moves to play first, separated by `;`, or @FILE with one per line")
      ->type_name("MOVES");
  command
      ->add_option("--state", arguments->state,
                   "Fluents that hold, or @FILE (default: the initial state)")
      ->type_name("FLUENTS");
  command
      ->add_option("--ask", arguments->players,
                   "Ask this player (as of `play`) for the move of each role with a choice")
      ->check(check_asked_player)
      ->allow_extra_args(false)
      ->type_name("PLAYER");
  command
      ->add_option("--values", arguments->value_seconds,
                   "Search for so many seconds and print the value of each move")
      ->check(some_seconds)
      ->type_name("S");
  command
      ->add_option("--view-of", arguments->known_to,
                   "Show only what this role knows, in games of incomplete information")
      ->allow_extra_args(false)
      ->type_name("ROLE");
  command->add_option("--seed", arguments->seed, "Seed of random numbers")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--memory", arguments->memory_mib,
                   "Memory in MiB of minimax and of each strategy; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--move-seconds", arguments->move_seconds,
                   "Time for a move, unless settings of mcts give another")
      ->check(some_seconds)
      ->type_name("S")
      ->default_str("1 (mcts)");
  add_evaluation_options(*command, arguments->evaluation);
  add_color_option(*command, arguments->color);
  Option* svg =
      command
          ->add_option("--svg", arguments->svg,
                       "Draw the position, and beside it the moves of --ask, with threats")
          ->type_name("FILE")
          ->excludes("--view-of");
  declare_output(*command, svg, FileKind::picture);
  add_json_flag(*command, arguments->json);
  command->group("Search and limits", {"--move-seconds", "--memory", "--seed"});
  command->group("Players by weights", {"--features", "--domain", "--depth"});
  add_remote_options(*command, arguments->remote);
  command->group("Display", {"--color", "--svg"});
  add_examples(
      *command,
      {"tesuji position connect-four.kif",
       "tesuji position connect-four.kif --after '(drop 4) noop' --values=1",
       "tesuji position hexapawn3.kif --ask minimax --ask strategy:hexapawn3.pl",
       "tesuji position noughts-and-crosses.kif --ask strategy:noughts.pl --svg=move.svg"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_position(*arguments); }; });
}

}  // namespace tesuji::tools
