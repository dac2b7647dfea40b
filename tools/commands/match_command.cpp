// tesuji match: compares players by many matches.
#include "backend/driver/strategies/strategy.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/play/match.h"
#include "tools/play/match_report.h"
#include "tools/play/opening_seat.h"
#include "tools/play/search_seat.h"
#include "tools/reports/match_score.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace tesuji::tools {
namespace {

struct MatchArguments {
  GameOptions game;
  std::vector<std::string> players;
  std::uint64_t rounds = 20;
  std::uint32_t opening = 2;
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 1'000;
  EvaluationContext evaluation;
  SearchContext search;
  bool progress = false;
  bool json = false;
};

std::string check_player(const std::string& description) {
  if (description == "human") return "people play in `tesuji play`";
  if (is_search_seat(description)) return check_search_seat(description);
  return is_seat(description) ? std::string()
                              : "`" + description +
                                    "` is no player: random, minimax, mcts, mcts:SETTINGS, "
                                    "strategy:FILE, greedy:WEIGHTS or alpha-beta:WEIGHTS";
}

/// The roles that need a player: all but chance.
std::vector<runtime::Role> played_roles(const runtime::Game& game) {
  std::vector<runtime::Role> roles;
  for (runtime::Role role = 0; role < game.roles().size(); ++role) {
    if (game.roles()[role] != runtime::chance_role) roles.push_back(role);
  }
  return roles;
}

/// Plays rounds of matches, in each of which every player has every role once, from one opening.
class Tournament {
 public:
  Tournament(MatchArguments& arguments, const driver::LoadedGame& game)
      : arguments_(arguments),
        game_(game),
        options_(arguments.game.driver_options()),
        roles_(played_roles(*game.game)),
        scores_(arguments.players.size()) {}

  /// False where a player cannot play this game (reported).
  bool make_seats() {
    // Every player has a tree for each role.
    arguments_.search.player.search.memory /=
        std::max<std::size_t>(1, arguments_.players.size() * roles_.size());
    SeatContext context{game_, options_, session_, arguments_.evaluation, arguments_.search};
    for (std::size_t turn = 0; turn < arguments_.players.size(); ++turn) {
      auto& seats = seats_.emplace_back(game_.game->roles().size());
      for (std::size_t i = 0; i < roles_.size(); ++i) {
        const std::string& player = arguments_.players[player_of(i, turn)];
        auto seat = make_seat(player, roles_[i], context);
        if (!seat) {
          print_diagnostics(session_.diagnostics);
          return false;
        }
        auto opening = std::make_unique<OpeningSeat>(std::move(seat), roles_[i]);
        openings_.push_back(opening.get());
        seats[roles_[i]] = std::move(opening);
      }
      for (auto& seat : seats) {
        if (!seat) seat = make_seat("random", 0, context);
      }
    }
    if (std::any_of(arguments_.players.begin(), arguments_.players.end(), needs_turns)) {
      turns_.emplace(*game_.game, driver::turn_rule(game_));
    }
    return true;
  }

  void play() {
    MatchOptions options;
    options.step_limit = arguments_.step_limit;
    options.turns = turns_ ? &*turns_ : nullptr;
    for (std::uint64_t round = 0; round < arguments_.rounds && !interrupted(); ++round) {
      for (std::size_t turn = 0; turn < seats_.size() && !interrupted(); ++turn) {
        for (OpeningSeat* seat : openings_) {
          seat->begin(arguments_.seed + round, arguments_.opening);
        }
        runtime::Rng random(arguments_.seed, round);
        add(play_match(*game_.game, seats_[turn], random, options), turn);
      }
      if (arguments_.progress) {
        fmt::print(stderr, "match: round {} of {}: {:.3f}\n", round + 1, arguments_.rounds,
                   scores_.front().score().mean);
      }
    }
  }

  void print() const {
    fmt::print("{}: {} matches, {} without a result\n", game_.game->name(), matches_, unfinished_);
    for (std::size_t player = 0; player < scores_.size(); ++player) {
      const MatchScore& score = scores_[player];
      const ScoreInterval interval = score.score();
      fmt::print(
          "{}  score {:.3f} +- {:.3f}  won {} lost {} of {}  mean goal {:.2f}  {} a move, {} "
          "at most",
          arguments_.players[player], interval.mean, interval.half_width, score.wins(),
          score.losses(), score.games(), score.mean_goal(), time_text(score.mean_seconds()),
          time_text(score.worst_seconds()));
      if (const std::optional<double> elo = elo_of(interval.mean); elo && scores_.size() == 2) {
        const auto least = elo_of(interval.mean - interval.half_width);
        const auto most = elo_of(interval.mean + interval.half_width);
        fmt::print("  Elo {:+.0f} ({} to {})", *elo, least ? fmt::format("{:+.0f}", *least) : "-",
                   most ? fmt::format("{:+.0f}", *most) : "-");
      }
      fmt::print("\n");
    }
  }

  [[nodiscard]] Json to_json() const {
    Json players = Json::array();
    for (std::size_t player = 0; player < scores_.size(); ++player) {
      const MatchScore& score = scores_[player];
      const ScoreInterval interval = score.score();
      Json one{{"player", arguments_.players[player]},
               {"games", score.games()},
               {"wins", score.wins()},
               {"losses", score.losses()},
               {"score", interval.mean},
               {"score_interval", interval.half_width},
               {"mean_goal", score.mean_goal()},
               {"moves", score.moves()},
               {"mean_seconds", score.mean_seconds()},
               {"worst_seconds", score.worst_seconds()}};
      const auto elo = elo_of(interval.mean);
      if (scores_.size() == 2) one["elo"] = elo ? Json(*elo) : Json();
      players.push_back(std::move(one));
    }
    return {{"game", arguments_.game.path()},
            {"seed", arguments_.seed},
            {"rounds", arguments_.rounds},
            {"opening", arguments_.opening},
            {"matches", matches_},
            {"without_result", unfinished_},
            {"players", std::move(players)}};
  }

 private:
  [[nodiscard]] std::size_t player_of(std::size_t place, std::size_t turn) const {
    return (place + turn) % arguments_.players.size();
  }

  void add(const Match& match, std::size_t turn) {
    ++matches_;
    std::vector<int> goals;
    runtime::PlayoutStatistics faults;
    for (const runtime::Role role : roles_) {
      const auto goal = match.end == Match::End::terminal
                            ? runtime::only_goal(match.goals[role], faults)
                            : std::nullopt;
      if (goal) goals.push_back(*goal);
    }
    const bool counts = goals.size() == roles_.size();
    if (!counts) ++unfinished_;
    const std::vector<double> scores = counts ? scores_of(goals) : std::vector<double>();
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores_[player_of(i, turn)].add(scores[i], goals[i]);
    }
    for (const Turn& one : match.turns) {
      for (const MoveRecord& record : one.chosen) {
        const auto place = std::find(roles_.begin(), roles_.end(), record.role);
        if (place == roles_.end() || record.decision.by == "opening") continue;
        scores_[player_of(static_cast<std::size_t>(place - roles_.begin()), turn)].count_time(
            record.seconds);
      }
    }
  }

  MatchArguments& arguments_;
  const driver::LoadedGame& game_;
  driver::Options options_;
  driver::Session session_;
  std::vector<runtime::Role> roles_;
  std::vector<std::vector<std::unique_ptr<Seat>>> seats_;  ///< by turn of the roles, then by role
  std::vector<OpeningSeat*> openings_;
  std::optional<runtime::Turns> turns_;
  std::vector<MatchScore> scores_;  ///< by player
  std::uint64_t matches_ = 0;
  std::uint64_t unfinished_ = 0;
};

int run_match(MatchArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  const std::size_t roles = played_roles(*loaded->game).size();
  if (arguments.players.size() != roles) {
    fmt::print(
        stderr, "tesuji match: the game is for {}, and {} given\n", counted(roles, "player"),
        arguments.players.size() == 1 ? "1 is" : fmt::format("{} are", arguments.players.size()));
    return exit_usage;
  }
  watch_interrupts();
  arguments.evaluation.sources.game = arguments.game.path();
  arguments.search.player.search.seed = arguments.seed;
  arguments.search.player.wait = true;  // every match is played alike
  try {
    Tournament tournament(arguments, *loaded);
    if (!tournament.make_seats()) return exit_input;
    tournament.play();
    if (arguments.json) {
      print_json(tournament.to_json());
    } else {
      tournament.print();
    }
  } catch (const runtime::TurnError& error) {
    fmt::print(stderr, "{}: error: {}\n", arguments.game.path(), error.what());
    return exit_input;
  }
  return interrupted() ? exit_limit : exit_ok;
}

}  // namespace

void add_match_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("match", "Compare players in many matches");
  auto arguments = std::make_shared<MatchArguments>();
  arguments->game.add_to(*command);
  command->add_option("--player", arguments->players, "A player, one for each role (as of play)")
      ->check(check_player)
      ->required()
      ->allow_extra_args(false)
      ->type_name("PLAYER");
  command
      ->add_option("--rounds", arguments->rounds,
                   "Rounds; in each, every player has every role once")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--opening", arguments->opening, "Random moves of each role to begin with")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Seed of openings and players")
      ->check(natural_number)
      ->capture_default_str();
  command->add_option("--max-steps", arguments->step_limit, "Moves after which a match is cut")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--move-seconds", arguments->search.limits.seconds,
                   "Time of mcts for a move, unless its settings say otherwise")
      ->check(some_seconds)
      ->type_name("S")
      ->capture_default_str();
  EvaluationContext& evaluation = arguments->evaluation;
  command
      ->add_option("--features", evaluation.sources.features,
                   "Features (.pl) that have the weights")
      ->type_name("FILE");
  command->add_option("--domain", evaluation.sources.domains, "What they speak of besides the game")
      ->type_name("FILE");
  command->add_option("--depth", evaluation.search.depth, "Moves that alpha-beta looks ahead")
      ->check(in_range(1U, runtime::AlphaBeta::most_depth))
      ->capture_default_str();
  command->add_flag("--progress", arguments->progress,
                    "Print the first player's score after each round to standard error");
  add_json_flag(*command, arguments->json);
  command->group("Limits", {"--max-steps", "--progress"});
  command->group("Players by weights", {"--features", "--domain", "--depth"});
  add_examples(
      *command,
      {"tesuji match connect-four.kif --player mcts --player mcts:lanes=no",
       "tesuji match breakthrough.kif --player mcts --player mcts:history=no --rounds=50"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_match(*arguments); }; });
}

}  // namespace tesuji::tools
