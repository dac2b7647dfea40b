// tesuji match: compares players over many matches.
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/play/fault_warnings.h"
#include "tools/play/seat_options.h"
#include "tools/play/tournament.h"
#include "tools/reports/tournament_report.h"

#include <fmt/core.h>

#include <memory>
#include <optional>

namespace tesuji::tools {
namespace {

struct MatchArguments {
  GameOptions game;
  TournamentOptions tournament;
  std::vector<std::string> players;  ///< --players
  std::optional<double> move_seconds{};
  std::uint64_t memory_mib = 1024;
  ProgressFlags progress;
  bool json = false;
};

std::string check_contestant(const std::string& description) {
  if (description == "human") return "people play in `tesuji play`";
  return check_seat(description);
}

int run_match(MatchArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  TournamentOptions& tournament = arguments.tournament;
  const std::size_t roles = played_roles(*loaded->game).size();
  const std::size_t players = tournament.players.size();
  if (players != roles) {
    print_error(fmt::format("the game is for {}, and {} given", counted(roles, "player"),
                            players == 1 ? "1 is" : fmt::format("{} are", players)));
    return exit_usage;
  }
  watch_interrupts();
  tournament.game = arguments.game.driver_options();
  tournament.evaluation.sources.game = arguments.game.path();
  if (arguments.move_seconds) {
    tournament.search.limits.seconds = *arguments.move_seconds;
    tournament.evaluation.seconds = *arguments.move_seconds;
  }
  prepare_search(tournament.search, arguments.game.path(), tournament.game, tournament.seed,
                 memory_bytes(arguments.memory_mib));
  tournament.search.player.wait = true;  // every match must be played with the same engines
  std::optional<ProgressLine> progress(std::in_place, "match", arguments.progress);
  tournament.progress = [&](std::uint64_t rounds, std::optional<ScoreInterval> score) {
    progress->begin(fmt::format("round {} of {}: {}", rounds, tournament.rounds,
                                score ? fmt::format("{:.3f}", score->mean) : "no score"),
                    static_cast<double>(rounds) / static_cast<double>(tournament.rounds));
  };
  try {
    driver::Session of_players;
    const auto result = play_tournament(*loaded, tournament, of_players);
    progress.reset();
    if (!result) {
      print_diagnostics(of_players.diagnostics);
      return exit_code_of(of_players.diagnostics);
    }
    if (interrupted() && result->matches == 0) {
      print_message(arguments.game.path(), ir::Severity::error,
                    "stopped before the first match ended");
      return exit_limit;
    }
    if (arguments.json) {
      print_json(to_json(*result, tournament, arguments.game.path()));
    } else {
      print_tournament(*result, tournament, loaded->game->name());
    }
    print_warnings(arguments.game.path(), warnings_of(*result));
  } catch (const runtime::TurnError& error) {
    print_message(arguments.game.path(), ir::Severity::error, error.what());
    return exit_input;
  }
  return interrupted() ? exit_limit : exit_ok;
}

}  // namespace

void add_match_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("match", "Compare players in many matches");
  auto arguments = std::make_shared<MatchArguments>();
  TournamentOptions& tournament = arguments->tournament;
  arguments->game.add_to(*command);
  command->add_option("--player", tournament.players, "A player (as of play), once for each role")
      ->check(check_contestant)
      ->allow_extra_args(false)
      ->type_name("PLAYER");
  command
      ->add_option("--players", arguments->players,
                   "The same, all players in one list; settings with commas need --player")
      ->check(check_contestant)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PLAYER,...");
  command
      ->add_option("--rounds", tournament.rounds,
                   "Rounds; in each, every player has every role once")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--opening", tournament.opening,
                   "Number of random moves of each role at the start")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--seed", tournament.seed, "Seed of openings and players")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--max-steps", tournament.step_limit, "Maximum number of joint moves of a match")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--move-seconds", arguments->move_seconds,
                   "Time for a move, unless settings of mcts give another")
      ->check(some_seconds)
      ->type_name("S")
      ->default_str("1 (mcts)");
  command->add_option("--parallel", tournament.parallel, "Matches at a time")
      ->check(in_range(1U, 1024U))
      ->capture_default_str();
  command
      ->add_option("--memory", arguments->memory_mib,
                   "MiB of all search trees together; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  add_evaluation_options(*command, tournament.evaluation);
  arguments->progress.add_to(*command, "Print the score after each round to standard error");
  add_json_flag(*command, arguments->json);
  command->group("Limits", {"--max-steps", "--memory"});
  add_remote_options(*command, tournament.remote);
  command->group("Players by weights", {"--features", "--domain", "--depth"});
  add_examples(*command,
               {"tesuji match connect-four.kif --players mcts,mcts:lanes=no",
                "tesuji match breakthrough.kif --player mcts --player mcts:history=no --rounds=50",
                "tesuji match reversi.kif --player mcts --player http://127.0.0.1:9147 "
                "--http-play-seconds=5"});
  command->callback([arguments, &action] {
    std::vector<std::string>& players = arguments->tournament.players;
    players.insert(players.end(), arguments->players.begin(), arguments->players.end());
    if (players.empty()) throw MissingArgument("--player");
    action = [arguments] { return run_match(*arguments); };
  });
}

}  // namespace tesuji::tools
