// Computes the cost of a strategy's moves in each state, compared with the exact solution.
#pragma once

#include "runtime/host/search/survey.h"
#include "runtime/host/strategy/strategy.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// How a strategy plays in a state, in points (survey.h: won 2, drawn 1, lost 0) of the mover.
struct JudgedState {
  State state;
  Role mover = 0;
  GameValue value;
  /// Nothing if no predicate has a move: then each legal move is equally likely.
  struct Chosen {
    Move move = 0;
    std::uint32_t predicate = 0;
    GameValue after;  ///< value of the state that the move leads to
  };
  std::optional<Chosen> chosen;
  double move_regret = 0;  ///< points lost by this move alone, the mean if it is random
  /// Points lost if the strategy plays on to the end against a perfect player, the mean if some
  /// moves are random; nothing if states can repeat.
  std::optional<double> game_regret;
};

/// Judges a strategy's moves; keeps its results about states. Not thread-safe.
class StrategyJudge {
 public:
  /// All must outlive this; both other objects must be for this game.
  StrategyJudge(const Game& game, Minimax& minimax, const Strategy& strategy,
                StateSpaceOptions options = {});
  StrategyJudge(const StrategyJudge&) = delete;
  StrategyJudge& operator=(const StrategyJudge&) = delete;

  /// Returns nothing if no role is to move. Throws what Minimax::best and Strategy::choose throw.
  [[nodiscard]] std::optional<JudgedState> judge(StateView state);

 private:
  const Game& game_;
  Minimax& minimax_;
  const Strategy& strategy_;
  std::unique_ptr<Strategy::Memory> memory_;
  std::array<RandomLearner, 2> learners_;  ///< by the role that plays by the strategy
};

}  // namespace tesuji::runtime
