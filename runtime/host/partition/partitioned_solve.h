// Solves two-player, turn-taking games whose states are spread over several ranks: threads, or
// processes of MPI.
//
// States are numbers (state_code.h), and a hash assigns each to a rank. The ranks find all states
// level by level (level_search.h), each keeping its own in compressed sorted lists; then they
// compute values backwards (level_values.h): they recompute successors, and request their values
// from the ranks that have them. No edges are stored, so a state takes its number's few bytes plus
// two.
//
// Values equal those of Minimax, plies and endless play included, for any number of ranks.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/partition/ranks.h"
#include "runtime/host/partition/state_code.h"
#include "runtime/host/search/minimax.h"
#include "runtime/host/search/survey.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// A limit that all ranks detect at once: each throws it, and none waits for another.
class CommonLimit : public LimitReached {
 public:
  using LimitReached::LimitReached;
};

/// How far a rank is, after each level.
struct PartitionProgress {
  std::size_t level = 0;     ///< the level that was found or, backwards, whose values have changed;
                             ///< from 0
  std::uint64_t states = 0;  ///< stored states of the level: on all ranks or, backwards, on this
                             ///< one
  bool backwards = false;
};

struct PartitionOptions {
  std::uint64_t memory_bytes = 0;           ///< for a rank's states; 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< once set, the call ends with Stopped
  /// Folder in which each rank keeps its states as files, and from which it resumes; empty: in
  /// memory.
  std::string folder{};
  std::uint64_t rules = 0;  ///< a hash of the game's rules, which files must match
  bool digest = false;      ///< compute PartitionedSolution::digest
  /// States to answer questions about; they are not counted.
  std::span<const State> states{};
  std::function<void(const PartitionProgress&)> progress{};
};

/// Answer about one of these states.
struct StateAnswer {
  std::optional<GameValue> value;  ///< nothing: the state cannot be reached from the initial state
  std::optional<PlayedMove> best;  ///< nothing if no role can move
  PlayEnd end = PlayEnd::terminal;
};

/// The same on all ranks, except fields that describe this rank. A state that represents its orbit
/// counts as often as the orbit has states, except in what is stored.
struct PartitionedSolution {
  /// SurveyOfMover::stuck stays 0; if Survey::stuck is not 0, states whose play ends stuck are
  /// among those that are won, drawn and lost.
  Survey survey;
  std::vector<PlayedMove> best_play;        ///< from the initial state, until a state repeats
  std::vector<StateAnswer> answers;         ///< to PartitionOptions::states
  std::uint64_t stored = 0;                 ///< states
  std::vector<std::uint64_t> level_stored;  ///< states that are at least this many moves away
  std::uint64_t edges = 0;                  ///< legal moves of the movers, in all states
  std::vector<std::uint64_t> levels;        ///< level_stored, counting all states of each orbit
  std::uint64_t first_wins = 0;  ///< states with a margin above 0: role 0 has more in the end
  std::uint64_t second_wins = 0;
  std::uint64_t drawn = 0;     ///< margin 0, and play ends
  std::uint32_t longest = 0;   ///< most plies of a state
  bool layered = true;         ///< all ways to a state have the same length
  std::size_t symmetries = 1;  ///< used to merge states, including the identity
  /// A sum over hashes of all states with their values: equal for equal solutions.
  std::uint64_t digest = 0;
  unsigned key_bits = 0;          ///< of numbers
  std::uint64_t bytes = 0;        ///< of all states with their values when finished, on all ranks
  std::uint64_t sent = 0;         ///< numbers sent to other ranks to find the states
  std::uint64_t asked = 0;        ///< values requested from other ranks
  std::uint64_t rank_states = 0;  ///< that this rank stores
  bool resumed = false;           ///< whether it resumed from files
  double search_seconds = 0;      ///< wall clock of this rank
  double value_seconds = 0;
};

/// Returns what a state with its value adds to PartitionedSolution::digest.
[[nodiscard]] std::uint64_t digest_of(StateView state, const GameValue& value);

/// Collective. `code` must number all reachable states. Throws CommonLimit and Stopped on all ranks
/// alike; TurnError and LimitReached (also if plies do not fit) on one, while others may wait for
/// it; RankLost.
[[nodiscard]] PartitionedSolution solve_partitioned(const Game& game, const Turns& turns,
                                                    const StateCode& code, Ranks& ranks,
                                                    const PartitionOptions& options);

}  // namespace tesuji::runtime
