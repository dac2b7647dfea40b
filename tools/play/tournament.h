// Plays many matches between the same players, several at once.
#pragma once

#include "backend/driver/load.h"
#include "tools/play/match_score.h"
#include "tools/play/seat.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

struct TournamentOptions {
  std::vector<std::string> players;  ///< one for each role that is not chance
  std::uint64_t rounds = 20;
  std::uint32_t opening = 2;  ///< random moves of each role
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 1'000;  ///< joint moves; 0: no limit
  unsigned parallel = 1;             ///< matches at a time
  driver::Options game;              ///< how the game was loaded
  EvaluationContext evaluation;
  SearchContext search;  ///< memory: of all trees together
  RemoteContext remote;
  /// Called after each round, with the number of finished rounds and the first player's score so
  /// far; may be empty.
  std::function<void(std::uint64_t rounds, std::optional<ScoreInterval> score)> progress;
};

struct TournamentResult {
  /// By player. Only rounds in which every match had a result count for the scores.
  std::vector<MatchScore> scores;
  std::uint64_t matches = 0;
  std::uint64_t unfinished = 0;      ///< of these, without exactly one goal for each role
  std::uint64_t within_opening = 0;  ///< of these, over before a player chose a move
};

/// Returns the roles that need a player: all but chance.
[[nodiscard]] std::vector<runtime::Role> played_roles(const runtime::Game& game);

/// Plays rounds of matches, in each of which every player has every role once, from one opening.
/// Ignores matches that are not over when Ctrl-C is pressed. The same seed gives the same matches,
/// however many are played at a time, if players do not depend on time. Returns nothing if a player
/// cannot play this game (reported). Throws runtime::TurnError as make_seat, and what the game
/// throws.
[[nodiscard]] std::optional<TournamentResult> play_tournament(const driver::LoadedGame& game,
                                                              const TournamentOptions& options,
                                                              driver::Session& session);

}  // namespace tesuji::tools
