// Plays a game for two by alpha-beta with an evaluation of positions.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/evaluations.h"
#include "backend/players/thought.h"
#include "runtime/host/mcts/tree_search.h"
#include "runtime/host/search/alpha_beta.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Not thread-safe.
class AlphaBetaPlayer {
 public:
  /// `memory`: bytes of the table, at most. Null if there is no evaluation of this game. Throws
  /// runtime::TurnError if the game is not for two.
  [[nodiscard]] static std::unique_ptr<AlphaBetaPlayer> make(const LoadedGame& game,
                                                             const EvaluationMaker& evaluation,
                                                             std::size_t memory);

  /// Returns the best move for a role in the state with these fluents: nothing if no move exists,
  /// the game does not have the state, or time ended before all moves were tried. A limit of
  /// simulations is one of visited states. Throws as AlphaBeta::best does.
  [[nodiscard]] std::optional<Thought> think(const std::vector<std::string>& fluents,
                                             runtime::Role role,
                                             const runtime::TreeSearchLimits& limits);

 private:
  AlphaBetaPlayer(const LoadedGame& game, std::unique_ptr<runtime::Evaluation> evaluation,
                  std::size_t memory);

  std::shared_ptr<const runtime::Game> game_;
  std::unique_ptr<runtime::Evaluation> evaluation_;
  runtime::AlphaBeta search_;
};

}  // namespace tesuji::driver
