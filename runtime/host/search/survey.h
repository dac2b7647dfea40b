// Summarises the solution of a two-player, turn-taking game.
#pragma once

#include "runtime/host/playouts/state_hash.h"
#include "runtime/host/search/goal_faults.h"
#include "runtime/host/search/minimax.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// How play ends where both play perfectly, as Minimax::best has it.
enum class PlayEnd : std::uint8_t {
  terminal,
  stuck,   ///< in a state that is not terminal, in which a role has no legal move
  endless  ///< not at all: a state comes again
};

/// Follows perfect play. Remembers what it found out about states. Not thread-safe.
class PlayEnds {
 public:
  /// The game must be that of `minimax`; both must outlive this.
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

/// Of the states in which one role is to move.
struct SurveyOfMover {
  std::uint64_t states = 0;
  std::uint64_t won = 0;  ///< for the mover, when both play perfectly
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;
  std::uint64_t endless = 0;          ///< not in drawn
  std::uint64_t stuck = 0;            ///< perfect play ends so; neither in won, drawn nor lost
  std::vector<std::uint64_t> won_in;  ///< by the mover's own moves until the win; [0] is 0
  std::uint32_t most_moves = 0;       ///< that the mover may choose from
};

/// The mover's own moves until its win.
[[nodiscard]] constexpr std::size_t own_moves(const GameValue& value) {
  return (value.plies + 1) / 2;
}

/// Of all states that can be reached from one; a state that both roles may have moved into counts
/// for each.
struct Survey {
  GameValue value;                  ///< of the first
  PlayEnd end = PlayEnd::terminal;  ///< of perfect play from the first
  std::uint64_t states = 0;
  std::uint64_t terminal = 0;
  std::uint64_t stuck = 0;    ///< not terminal, but a role has no move
  std::uint64_t endless = 0;  ///< perfect play from there never ends
  std::array<SurveyOfMover, 2> movers;
  std::vector<GoalFault> faults;  ///< of terminal states: what the values rest on
};

/// The game must be that of `minimax`. Throws what Minimax::visit throws.
[[nodiscard]] Survey survey(const Game& game, Minimax& minimax, StateView state);

/// All states that can be reached from one, itself first, each once, as Minimax::visit shows them:
/// of a solution that was read without playing (reachable_states.h plays). Throws what it throws.
[[nodiscard]] std::vector<State> solved_states(Minimax& minimax, StateView state);

/// What a player has of a game by its result: won 2, drawn 1, lost 0, as minimax regret counts.
/// Source: Muggleton and Hocquette (2019), "Cumulative Minimax Regret".
[[nodiscard]] constexpr int points(std::int32_t margin) {
  return margin > 0 ? 2 : margin < 0 ? 0 : 1;
}

/// A player that chooses each legal move with equal probability, or by what is given to it, against
/// perfect play: that of Minimax::best. Remembers what it found out about states. Not thread-safe.
class RandomLearner {
 public:
  /// The state that the learner's move leads to; nothing: it moves at random.
  using Chooser = std::function<std::optional<State>(StateView)>;

  /// The game must be that of `minimax`; both must outlive this, and what `choose` needs.
  RandomLearner(const Game& game, Minimax& minimax, Role learner, Chooser choose = {})
      : game_(game),
        minimax_(minimax),
        learner_(learner),
        choose_(std::move(choose)),
        scratch_(game.make_scratch()) {}

  /// Points that it loses from the state on average, compared with perfect play. Throws what
  /// Minimax::best throws, and CyclicGame where a state can come again: then random play is no
  /// finite tree.
  [[nodiscard]] double regret(StateView state);

  /// Points that its moves could lose from the state: perfect play's, less what is left where each
  /// of its moves is the worst one, against perfect play; what chooses for it is not asked. Endless
  /// play is a draw. Throws what Minimax::best throws.
  [[nodiscard]] int worst_regret(StateView state);

  /// The states that the learner's legal moves lead to, where it is the learner's turn.
  [[nodiscard]] std::vector<State> successors(const State& state);

 private:
  /// What the worst move each time leaves; `open` while it is being found out.
  struct Worst {
    int points = 0;
    bool open = true;
  };

  double expected_points(StateView view);
  int worst_points(StateView view);
  /// What perfect play and any move of the learner lead to; empty where the game has ended.
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
