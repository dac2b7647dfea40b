// Finds faults of a game in random playouts: a terminal initial state, a role without a legal move,
// a missing, ambiguous or invalid goal at the end.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/playout.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
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

/// A play that shows something, from the initial state to its last state.
struct ShownPlay {
  std::optional<std::uint64_t> playout;         ///< its number; nothing of plays that are none
  std::vector<std::string> state;               ///< the last one's fluents, sorted
  std::vector<std::vector<std::string>> moves;  ///< joint moves, role order
};

/// A kind of fault of one role, and how often playouts had it.
struct PlayFinding {
  PlayFault fault = PlayFault::no_legal;
  Role role = 0;
  std::uint64_t count = 0;         ///< states of playouts that had it
  std::vector<std::string> goals;  ///< the role's goals at the end of `shortest`
  ShownPlay shortest;              ///< the first of the shortest plays found that have it
};

/// Ends in which the roles' goals have the same sum.
struct GoalSum {
  std::uint64_t count = 0;  ///< of playouts; 0: only other plays came to such an end
  std::vector<std::string>
      goals;           ///< of each role at the end of `shortest`; `random` may have none
  ShownPlay shortest;  ///< as PlayFinding::shortest
};

/// A game as terms.
struct RecordedGame {
  std::vector<std::vector<std::string>> states;  ///< fluents; one state more than joint moves
  std::vector<std::vector<std::string>> moves;   ///< joint moves, role order
  /// For each joint move and role, whether it had more than one legal move.
  std::vector<std::vector<bool>> choices;
};

struct PlayFindings {
  std::uint64_t seed = 1;        ///< of the playouts
  std::uint64_t step_limit = 0;  ///< of a playout
  std::uint64_t playouts = 0;
  std::uint64_t steps = 0;            ///< joint moves made
  std::uint64_t cut = 0;              ///< playouts that ended at the step limit
  std::uint64_t given_up = 0;         ///< playouts that ended since all steps had been made
  std::vector<PlayFinding> findings;  ///< in the order of their first occurrence, then of roles
  /// Where at least two roles have goals, the terminal states by the sum of these. States in
  /// which a role has not just one goal value, an integer in 0..100, do not count; `random` does
  /// not where it has no goal.
  std::map<int, GoalSum> goal_sums;
  std::vector<std::set<std::string>> goals;  ///< of each role: all it had in terminal states
  /// How many states can be reached, where all were looked at (look_at_short_plays).
  std::optional<std::uint64_t> states;
  bool ends = false;  ///< one of those that were looked at there is terminal
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
/// throws LimitReached: what was found by then. Each playout has options.step_limit, the last one
/// what is left of `most_steps`.
[[nodiscard]] PlayFindings try_play_faults(const Game& game, const PlayoutOptions& options,
                                           std::uint64_t most_steps);

}  // namespace tesuji::runtime
