// Finds faults of a game by playing: a terminal initial state, a role without a legal move, a
// missing, ambiguous or invalid goal at the end, a square with several contents, a play without an
// end. Plays random playouts, and all short plays breadth first; a log keeps the shortest play for
// each kind of fault.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/doubled_places.h"
#include "runtime/host/playouts/playout.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
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
  goal_value,    ///< a goal in a terminal state is not an integer in 0..100
  over,          ///< the initial state is terminal; concerns no particular role
};

/// Returns `no-legal`, `goal-missing`, `goal-several`, `goal-value` or `over-at-start`.
[[nodiscard]] const char* code_of(PlayFault fault);

/// A play that shows a finding, from the initial state to its last state.
struct ShownPlay {
  std::optional<std::uint64_t> playout;         ///< the playout's number; nothing if the play is
                                                ///< not a playout
  std::vector<std::string> state;               ///< the last state's fluents, sorted
  std::vector<std::vector<std::string>> moves;  ///< joint moves, role order
};

/// A kind of fault of one role, and how often it occurred in playouts.
struct PlayFinding {
  PlayFault fault = PlayFault::no_legal;
  Role role = 0;
  std::uint64_t count = 0;         ///< states of playouts that have the fault
  std::vector<std::string> goals;  ///< the role's goals at the end of `shortest`
  ShownPlay shortest;              ///< the first of the shortest plays found that show it
};

/// Ends in which the roles' goals have the same sum.
struct GoalSum {
  std::uint64_t count = 0;  ///< in playouts; 0: only other plays ended so
  std::vector<std::string>
      goals;           ///< of each role at the end of `shortest`; `random` may have none
  ShownPlay shortest;  ///< as PlayFinding::shortest
};

/// A place of a board that has one content at the start, and several at the end of a play.
struct DoubledFinding {
  DoubledPlace doubled;
  ShownPlay shortest;  ///< as PlayFinding::shortest
};

/// A playout that ended at the step limit, and a state that it comes back to.
struct RepeatedState {
  std::uint64_t playout = 0;
  std::size_t step = 0;                         ///< joint moves before the state
  std::vector<std::string> state;               ///< its fluents, sorted
  std::vector<std::vector<std::string>> cycle;  ///< joint moves from the state to itself
};

/// A game as terms.
struct RecordedGame {
  std::vector<std::vector<std::string>> states;  ///< fluents; one state more than joint moves
  std::vector<std::vector<std::string>> moves;   ///< joint moves, role order
  /// For each joint move and role, whether the role had more than one legal move.
  std::vector<std::vector<bool>> choices;
};

struct PlayFindings {
  std::uint64_t seed = 1;        ///< of the playouts
  std::uint64_t first = 0;       ///< number of the first playout
  std::uint64_t step_limit = 0;  ///< of a playout
  std::uint64_t playouts = 0;
  std::uint64_t steps = 0;            ///< joint moves made
  std::uint64_t cut = 0;              ///< playouts that ended at the step limit
  std::uint64_t given_up = 0;         ///< playouts that ended because all steps had been used
  std::vector<PlayFinding> findings;  ///< in the order of their first occurrence, then of roles
  /// If at least two roles have goals, the terminal states by the sum of these. States in which a
  /// role has not exactly one goal value, an integer in 0..100, do not count; `random` is left out
  /// if it has no goal.
  std::map<int, GoalSum> goal_sums;
  std::vector<std::set<std::string>> goals;  ///< of each role: all its goals in terminal states
  /// At most one for each functor; sought in `recorded` and in short plays.
  std::vector<DoubledFinding> doubled;
  /// Of the first playout that ended at the step limit; nothing if no state of it occurs twice.
  std::optional<RepeatedState> repeated;
  std::uint64_t first_cut = 0;     ///< its number; only if `cut` is not 0
  std::uint64_t short_states = 0;  ///< states that short plays reach, as far as they were explored
  /// How many states can be reached, if all were explored (look_at_short_plays).
  std::optional<std::uint64_t> states;
  bool ends = false;  ///< one of the states explored there is terminal
  /// The first playouts, until all recorded states together have most_recorded fluents; the last
  /// one may be cut.
  std::vector<RecordedGame> recorded;

  static constexpr std::size_t most_recorded = 20'000;
};

/// Plays the same playouts as run_playouts(); ends once `stop` is set, which may be null. The role
/// `random` of GDL-II needs no goal. Throws LimitReached as the game does.
[[nodiscard]] PlayFindings find_play_faults(const Game& game, const PlayoutOptions& options,
                                            const std::atomic<bool>* stop = nullptr);

/// As above, until `most_steps` joint moves have been made in all playouts together, or the game
/// throws LimitReached: returns the findings so far. Each playout has options.step_limit; the last
/// one has the rest of `most_steps`.
[[nodiscard]] PlayFindings try_play_faults(const Game& game, const PlayoutOptions& options,
                                           std::uint64_t most_steps);

/// A play from the initial state.
struct PlayedWay {
  std::optional<std::uint64_t> playout;  ///< the playout's number; nothing if the play is not a
                                         ///< playout
  std::size_t length = 0;                ///< joint moves
  /// Returns the joint moves one after the other, in role order; called only if the play is
  /// recorded.
  std::function<std::vector<Move>()> moves;
};

/// Adds to `findings`; `findings` and the game must outlive it. For one thread.
class FaultLog {
 public:
  FaultLog(const Game& game, PlayFindings& findings);

  /// Records a state that is not terminal and in which some role has no legal move, by `legal`.
  void add_stuck(StateView state, const std::vector<std::vector<Move>>& legal,
                 const PlayedWay& way);
  /// Records the faults of a terminal state. Throws LimitReached and Stopped as the game does.
  void add_end(StateView state, Scratch& scratch, const PlayedWay& way);

 private:
  void add_goals(StateView state, const PlayedWay& way);
  void add_sum(StateView state, const PlayedWay& way);
  void add(PlayFault fault, Role role, const std::vector<std::string>& goals, StateView state,
           const PlayedWay& way);
  [[nodiscard]] ShownPlay shown(StateView state, const PlayedWay& way) const;

  const Game& game_;
  PlayFindings& findings_;
  std::vector<std::vector<std::string>> goals_;
};

/// Explores the states that the fewest joint moves lead to, until `most_states` are known or the
/// game stops, and adds their faults to `findings`: for a known fault, a shorter play if there is
/// one. Sets PlayFindings::states if it explored all reachable states. Throws LimitReached as the
/// game does.
void look_at_short_plays(const Game& game, std::uint64_t most_states, PlayFindings& findings);

}  // namespace tesuji::runtime
