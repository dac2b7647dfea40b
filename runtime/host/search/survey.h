// Summarises the solution of a two-player, turn-taking game: counts of won, drawn and lost states,
// and the terminal states in which a role has no goal or several, so that perfect play is not
// well-defined.
#pragma once

#include "runtime/host/playouts/play_findings.h"
#include "runtime/host/playouts/state_hash.h"
#include "runtime/host/search/minimax.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// A role's goals in terminal states that perfect play counts as 0: none, several, or one that is
/// not an integer in 0..100.
struct GoalFault {
  PlayFault fault = PlayFault::goal_missing;
  Role role = 0;
  std::uint64_t count = 0;         ///< terminal states with the fault, each counted once
  std::vector<std::string> goals;  ///< the role's goals in the first of them
  std::vector<std::string> state;  ///< its fluents, sorted
};

/// The fault of a role's goals.
struct RoleFault {
  PlayFault fault = PlayFault::goal_missing;
  Role role = 0;
};

/// Checks the goals of terminal states. For one thread.
class GoalChecker {
 public:
  /// `game` must outlive it.
  explicit GoalChecker(const Game& game);

  /// Returns the faults by role; valid until the next call. Most states have none.
  [[nodiscard]] std::span<const RoleFault> check(StateView terminal);

  /// Describes a fault of the state, as the only one of its kind (`count` is 1).
  [[nodiscard]] GoalFault example(const RoleFault& fault, StateView terminal);

 private:
  const Game& game_;
  std::unique_ptr<Scratch> scratch_;
  std::vector<int> values_;
  std::vector<std::vector<std::string>> goals_;
  std::vector<RoleFault> faults_;
};

/// Collects the faults of states that Minimax::visit shows. For one thread.
class GoalFaults {
 public:
  /// `game` must outlive it.
  explicit GoalFaults(const Game& game) : checker_(game) {}

  /// Ignores states that are not terminal.
  void look_at(const SolvedState& solved);

  /// Returns the faults in the order in which they were found.
  [[nodiscard]] std::vector<GoalFault> take() { return std::move(found_); }

 private:
  GoalChecker checker_;
  std::vector<GoalFault> found_;
  /// Faulty states: Minimax::visit shows a state twice if either role may have moved into it.
  std::unordered_set<State, StateHash> seen_;
};

/// Returns the faults of all states that can be reached from these. Throws what Minimax::visit
/// throws.
[[nodiscard]] std::vector<GoalFault> goal_faults(const Game& game, Minimax& minimax,
                                                 const std::vector<State>& states);

/// How play ends if both roles play perfectly, as by Minimax::best.
enum class PlayEnd : std::uint8_t {
  terminal,
  stuck,   ///< in a state that is not terminal, in which a role has no legal move
  endless  ///< never: a state repeats
};

/// Follows perfect play; keeps its results about states. Not thread-safe.
class PlayEnds {
 public:
  /// `minimax` must be of this game; both must outlive this.
  PlayEnds(const Game& game, Minimax& minimax)
      : game_(game), minimax_(minimax), scratch_(game.make_scratch()) {}

  /// Throws what Minimax::best throws.
  [[nodiscard]] PlayEnd of(StateView state);

 private:
  const Game& game_;
  Minimax& minimax_;
  std::unique_ptr<Scratch> scratch_;
  std::unordered_map<State, PlayEnd, StateHash> known_;
};

/// Counts of the states in which one role is to move.
struct SurveyOfMover {
  std::uint64_t states = 0;
  std::uint64_t won = 0;  ///< for the mover, under perfect play
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;
  std::uint64_t endless = 0;          ///< not counted in drawn
  std::uint64_t stuck = 0;            ///< perfect play ends so; not counted in won, drawn or lost
  std::vector<std::uint64_t> won_in;  ///< by the mover's own moves until the win; [0] is 0
  std::uint32_t most_moves = 0;       ///< most legal moves of the mover in a state
};

/// Returns the mover's own moves until its win.
[[nodiscard]] constexpr std::size_t own_moves(const GameValue& value) {
  return (value.plies + 1) / 2;
}

/// Counts of all states that can be reached from one; a state that both roles may have moved into
/// counts for each.
struct Survey {
  GameValue value;                  ///< of the first state
  PlayEnd end = PlayEnd::terminal;  ///< of perfect play from the first state
  std::uint64_t states = 0;
  std::uint64_t terminal = 0;
  std::uint64_t stuck = 0;    ///< not terminal, but a role has no move
  std::uint64_t endless = 0;  ///< perfect play from there never ends
  std::array<SurveyOfMover, 2> movers;
  std::vector<GoalFault> faults;  ///< of terminal states, on which the values are based
};

/// `minimax` must be of this game. Throws what Minimax::visit throws.
[[nodiscard]] Survey survey(const Game& game, Minimax& minimax, StateView state);

/// Returns all states reachable from `state`, `state` first, each once. Uses Minimax::visit, so
/// that it also works with a solution read from a file; runtime/host/playouts/reachable_states.h
/// computes them by playing. Throws what visit throws.
[[nodiscard]] std::vector<State> solved_states(Minimax& minimax, StateView state);

/// Returns a player's points for its result: won 2, drawn 1, lost 0, as minimax regret counts.
/// Source: Muggleton and Hocquette (2019), "Cumulative Minimax Regret".
[[nodiscard]] constexpr int points(std::int32_t margin) {
  return margin > 0 ? 2 : margin < 0 ? 0 : 1;
}

/// A player that chooses each legal move with equal probability, or by a given function, against
/// perfect play: that of Minimax::best. Keeps its results about states. Not thread-safe.
class RandomLearner {
 public:
  /// Returns the state that the learner's move leads to; nothing: it moves at random.
  using Chooser = std::function<std::optional<State>(StateView)>;

  /// `minimax` must be of this game; both must outlive this, and so must all that `choose` uses.
  RandomLearner(const Game& game, Minimax& minimax, Role learner, Chooser choose = {})
      : game_(game),
        minimax_(minimax),
        learner_(learner),
        choose_(std::move(choose)),
        scratch_(game.make_scratch()) {}

  /// Returns the points that it loses from the state on average, compared with perfect play. Throws
  /// what Minimax::best throws, and CyclicGame if a state can repeat: then random play is not a
  /// finite tree.
  [[nodiscard]] double regret(StateView state);

  /// Returns the points that its moves can lose from the state: those of perfect play, minus those
  /// that remain if each of its moves is the worst one, against perfect play; does not call its
  /// chooser. Endless play is a draw. Throws what Minimax::best throws.
  [[nodiscard]] int worst_regret(StateView state);

  /// Returns the states that the learner's legal moves lead to, if it is the learner's turn.
  [[nodiscard]] std::vector<State> successors(const State& state);

 private:
  /// The points that remain after the worst move each time; `open` while they are being computed.
  struct Worst {
    int points = 0;
    bool open = true;
  };

  double expected_points(StateView view);
  int worst_points(StateView view);
  /// Returns the states that perfect play and any move of the learner lead to; empty if the game is
  /// over.
  std::vector<State> possible_successors(const State& state);

  const Game& game_;
  Minimax& minimax_;
  Role learner_;
  Chooser choose_;
  std::unique_ptr<Scratch> scratch_;
  std::map<State, double> known_;  ///< expected points
  std::unordered_map<State, Worst, StateHash> worst_;
};

}  // namespace tesuji::runtime
