// Finds faults of a game in random playouts: a terminal initial state, a role without a legal move,
// a missing, ambiguous or invalid goal at the end.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/playout.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tesuji::runtime {

enum class PlayFault : std::uint8_t {
  no_legal,      ///< the state is not terminal, and the role has no legal move
  goal_missing,  ///< the state is terminal, and the role has no goal
  goal_several,  ///< the state is terminal, and the role has several goals
  goal_value,    ///< a goal in a terminal state is no integer in 0..100
  over,          ///< the initial state is terminal; of no role in particular
};

/// `no-legal`, `goal-missing`, `goal-several`, `goal-value`, `over-at-start`.
[[nodiscard]] const char* code_of(PlayFault fault);

/// A kind of fault of one role: where it was first met, and how often in all.
struct PlayFinding {
  PlayFault fault = PlayFault::no_legal;
  Role role = 0;
  std::uint64_t count = 0;                      ///< states of playouts that had it
  std::uint64_t playout = 0;                    ///< number of the first such playout
  std::vector<std::string> goals;               ///< the role's goals there
  std::vector<std::string> state;               ///< fluents, sorted
  std::vector<std::vector<std::string>> moves;  ///< joint moves from the initial state, role order
};

/// A game as terms.
struct RecordedGame {
  std::vector<std::vector<std::string>> states;  ///< fluents; one state more than joint moves
  std::vector<std::vector<std::string>> moves;   ///< joint moves, role order
  /// For each joint move and role, whether it had more than one legal move.
  std::vector<std::vector<bool>> choices;
};

struct PlayFindings {
  std::uint64_t playouts = 0;
  std::uint64_t steps = 0;            ///< joint moves made
  std::uint64_t cut = 0;              ///< playouts that ended at the step limit
  std::vector<PlayFinding> findings;  ///< in the order of their first occurrence, then of roles
  /// Where at least two roles have goals: how many terminal states had goals of this sum. States in
  /// which a role has not just one goal value, an integer in 0..100, do not count; `random` does
  /// not where it has no goal.
  std::map<int, std::uint64_t> goal_sums;
  std::vector<std::set<std::string>> goals;  ///< of each role: all it had in terminal states
  /// The first playouts, and of the last one of these the beginning, until all states together have
  /// had most_recorded fluents.
  std::vector<RecordedGame> recorded;

  static constexpr std::size_t most_recorded = 20'000;
};

/// Plays the playouts that run_playouts() would play; it ends once `stop` is set,
/// which may be null. The role `random` of GDL-II needs no goal. Throws
/// LimitReached as the game does.
[[nodiscard]] PlayFindings find_play_faults(const Game& game, const PlayoutOptions& options,
                                            const std::atomic<bool>* stop = nullptr);

/// The same until `most_steps` joint moves have been made in all playouts together, or the game
/// throws LimitReached: what was found by then.
[[nodiscard]] PlayFindings try_play_faults(const Game& game, const PlayoutOptions& options,
                                           std::uint64_t most_steps);

}  // namespace tesuji::runtime
