// Chooses start boards by the expected information of a game from them: active learning.
//
// Muggleton and Hocquette (2019) name it as future work: most examples are wasted, because no label
// can be attributed to them, and the learner could choose an initial board by an information gain
// criterion. Here the outcome of a game from a board is a random variable, estimated from the games
// so far plus one imagined game of each outcome (Laplace's rule of succession). Its entropy, in
// bits, is the expected information. A board from which the learned strategy already claims a win
// gives none: MIGO takes no examples from such games.
#pragma once

#include "learner/arena/learner.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::learner {

class BoardChoice {
 public:
  /// Records the outcome of a game from a start board.
  void record(std::size_t board, Outcome outcome);

  /// Returns the bits of information expected from a game on the board, at most log2(3).
  [[nodiscard]] double information(std::size_t board) const;

  /// Returns the boards, of `count`, with the most information, without those that are settled,
  /// unless all are. Returns at least one, if there is any board.
  [[nodiscard]] std::vector<std::size_t> best(
      std::size_t count, const std::function<bool(std::size_t)>& is_settled) const;

 private:
  std::vector<std::array<std::uint64_t, 3>> games_;  ///< by board, by outcome
};

}  // namespace tesuji::learner
