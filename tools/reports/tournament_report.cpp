#include "tools/reports/tournament_report.h"

#include "ir/core/counted.h"
#include "tools/base/json.h"
#include "tools/play/match_report.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

std::string signed_text(std::optional<double> elo) {
  return elo ? fmt::format("{:+.0f}", *elo) : "-";
}

}  // namespace

void print_tournament(const TournamentResult& result, const TournamentOptions& options,
                      std::string_view game) {
  const std::string opening =
      options.opening == 0 ? std::string("from the start")
                           : fmt::format("after {} of each role (--opening=0 begins at the start)",
                                         ir::counted(options.opening, "random move"));
  fmt::print("{}: {} matches, {} without a result, {}\n", game, result.matches, result.unfinished,
             opening);
  for (std::size_t player = 0; player < result.scores.size(); ++player) {
    const MatchScore& score = result.scores[player];
    const std::optional<ScoreInterval> interval = score.score();
    const std::optional<double> goal = score.mean_goal();
    const std::optional<double> seconds = score.mean_seconds();
    fmt::print("{}  {}  won {} lost {} of {}  mean goal {}  {}", options.players[player],
               interval ? fmt::format("score {:.3f} ({:.2f} to {:.2f})", interval->mean,
                                      interval->low, interval->high)
                        : "no score",
               score.wins(), score.losses(), score.games(),
               goal ? fmt::format("{:.2f}", *goal) : "-",
               seconds ? fmt::format("{} a move, {} at most", time_text(*seconds),
                                     time_text(score.worst_seconds()))
                       : "no moves");
    const std::optional<double> elo = interval ? elo_of(interval->mean) : std::nullopt;
    if (elo && result.scores.size() == 2) {
      fmt::print("  Elo {} ({} to {})", signed_text(elo), signed_text(elo_of(interval->low)),
                 signed_text(elo_of(interval->high)));
    }
    fmt::print("\n");
    if (score.fallbacks() > 0) {
      fmt::print("  {} at random in its place: {}\n", counted(score.fallbacks(), "move"),
                 score.reason());
    }
  }
}

std::vector<std::string> warnings_of(const TournamentResult& result) {
  if (result.within_opening == 0) return {};
  return {fmt::format(
      "{} of {} ended within the opening, before a player chose a move; --opening=0 leaves it out",
      result.within_opening, ir::counted(result.matches, "match", "matches"))};
}

Json to_json(const TournamentResult& result, const TournamentOptions& options,
             const std::string& path) {
  Json players = Json::array();
  for (std::size_t player = 0; player < result.scores.size(); ++player) {
    const MatchScore& score = result.scores[player];
    const std::optional<ScoreInterval> interval = score.score();
    const std::optional<double> goal = score.mean_goal();
    const std::optional<double> seconds = score.mean_seconds();
    Json one{{"player", options.players[player]},
             {"games", score.games()},
             {"wins", score.wins()},
             {"losses", score.losses()},
             {"whole_rounds", score.rounds()},
             {"score", interval ? Json(interval->mean) : Json()},
             {"score_interval", interval ? Json::array({interval->low, interval->high}) : Json()},
             {"mean_goal", goal ? Json(*goal) : Json()},
             {"moves", score.moves()},
             {"fallbacks", score.fallbacks()},
             {"mean_seconds", seconds ? Json(*seconds) : Json()},
             {"worst_seconds", seconds ? Json(score.worst_seconds()) : Json()}};
    const auto elo = interval ? elo_of(interval->mean) : std::nullopt;
    if (result.scores.size() == 2) one["elo"] = elo ? Json(*elo) : Json();
    players.push_back(std::move(one));
  }
  return {{"game", path},
          {"seed", options.seed},
          {"rounds", options.rounds},
          {"opening", options.opening},
          {"matches", result.matches},
          {"without_result", result.unfinished},
          {"within_opening", result.within_opening},
          {"warnings", warnings_of(result)},
          {"players", std::move(players)}};
}

}  // namespace tesuji::tools
