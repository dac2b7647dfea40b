// Chooses start boards by the information that a game from them is expected to give: active
// learning.
//
// Muggleton and Hocquette (2019) name it as future work: most examples are wasted, as no label can
// be attributed to them, and the learner could choose an initial board by an information gain
// criterion. Here the outcome of a game from a board is a random variable, of which the games so
// far are a sample; with one imagined game of each outcome before them (Laplace's rule of
// succession). Its entropy, in bits, is what a game is expected to tell. A board from which the
// learned strategy already claims a win tells nothing: MIGO takes no examples from such games.
#pragma once

#include "learner/arena/outcome.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::learner {

class BoardChoice {
 public:
  /// A game from a start board has ended.
  void record(std::size_t board, Outcome outcome);

  /// Bits that a game from the board is expected to tell, at most log2(3).
  [[nodiscard]] double information(std::size_t board) const;

  /// Of `count` boards, those of most information, without those that are settled, unless all are.
  /// At least one, if there is any board.
  [[nodiscard]] std::vector<std::size_t> best(
      std::size_t count, const std::function<bool(std::size_t)>& is_settled) const;

 private:
  std::vector<std::array<std::uint64_t, 3>> games_;  ///< by board, by outcome
};

}  // namespace tesuji::learner
