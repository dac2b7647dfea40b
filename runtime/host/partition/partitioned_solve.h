// Solves two-player, turn-taking games whose states lie on several ranks: threads, or processes of
// MPI.
//
// States are numbers (state_code.h), and belong to the rank that a hash tells. All are found level
// by level (level_search.h), each rank keeping its own in sorted lists of few bytes; then values
// come backwards (level_values.h): successors are made again, their values asked of the ranks that
// have them. Nothing of edges is kept, so that a state takes its number's few bytes and two more.
//
// Values are those of Minimax, plies and endless play included, whatever the number of ranks.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/game_value.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/partition/ranks.h"
#include "runtime/host/partition/state_code.h"
#include "runtime/host/search/survey.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// A limit that all ranks know of at once: each throws it, and none waits for another.
class CommonLimit : public LimitReached {
 public:
  using LimitReached::LimitReached;
};

/// How far a rank is, after each level.
struct PartitionProgress {
  std::size_t level = 0;     ///< that was found or, backwards, whose values have changed; from 0
  std::uint64_t states = 0;  ///< stored ones of the level: on all ranks or, backwards, on this one
  bool backwards = false;
};

struct PartitionOptions {
  std::uint64_t memory_bytes = 0;           ///< of a rank's states; 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< set: ends with Stopped
  /// Where each rank keeps its states as files, and what it finds there it goes on from; empty: in
  /// memory.
  std::string folder{};
  std::uint64_t rules = 0;  ///< a hash of the game's rules: files are of these alone
  bool digest = false;      ///< PartitionedSolution::digest is wanted
  /// Questions about these are answered, and states are not counted.
  std::span<const State> states{};
  std::function<void(const PartitionProgress&)> progress{};
};

/// Of a state that was asked about.
struct StateAnswer {
  std::optional<GameValue> value;  ///< nothing: it cannot be reached from the initial state
  std::optional<PlayedMove> best;  ///< nothing where nobody can move
  PlayEnd end = PlayEnd::terminal;
};

/// The same on all ranks, but for what is said to be of this rank. A state that stands for all that
/// symmetries map on it counts as often, unless it is said to be stored.
struct PartitionedSolution {
  /// SurveyOfMover::stuck stays 0; where Survey::stuck is not, states whose play ends so are among
  /// those that are won, drawn and lost.
  Survey survey;
  std::vector<PlayedMove> best_play;        ///< from the initial state, until a state comes again
  std::vector<StateAnswer> answers;         ///< to PartitionOptions::states
  std::uint64_t stored = 0;                 ///< states
  std::vector<std::uint64_t> level_stored;  ///< states that are so many moves away, at least
  std::uint64_t edges = 0;                  ///< legal moves of those who move, in all states
  std::vector<std::uint64_t> levels;        ///< level_stored, with all that stored ones stand for
  std::uint64_t first_wins = 0;  ///< states with a margin above 0: role 0 has more in the end
  std::uint64_t second_wins = 0;
  std::uint64_t drawn = 0;     ///< margin 0, and play ends
  std::uint32_t longest = 0;   ///< most plies of a state
  bool layered = true;         ///< all ways to a state have the same length
  std::size_t symmetries = 1;  ///< that states were merged by, and the identity
  /// A sum over hashes of all states with their values: equal for equal solutions.
  std::uint64_t digest = 0;
  unsigned key_bits = 0;          ///< of numbers
  std::uint64_t bytes = 0;        ///< of all states with their values, at rest, on all ranks
  std::uint64_t sent = 0;         ///< numbers that went to other ranks to find the states
  std::uint64_t asked = 0;        ///< values that were asked of other ranks
  std::uint64_t rank_states = 0;  ///< that this rank stores
  bool resumed = false;           ///< went on from files
  double search_seconds = 0;      ///< wall clock of this rank
  double value_seconds = 0;
};

/// What a state with its value adds to PartitionedSolution::digest.
[[nodiscard]] std::uint64_t digest_of(StateView state, const GameValue& value);

/// Collective. `code` numbers all states that can be reached. Throws CommonLimit, Stopped, on all
/// ranks alike; TurnError, LimitReached (also where plies exceed what there is room for) on one,
/// while others may wait for it; RankLost.
[[nodiscard]] PartitionedSolution solve_partitioned(const Game& game, const Turns& turns,
                                                    const StateCode& code, Ranks& ranks,
                                                    const PartitionOptions& options);

}  // namespace tesuji::runtime
