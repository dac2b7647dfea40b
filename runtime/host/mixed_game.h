// One game of two engines that share states: each question goes to the one that is to
// answer it.
#pragma once

#include "runtime/host/game.h"

#include <memory>
#include <vector>

namespace tesuji::runtime {

/// Questions that go to the first of two games; the others go to the second.
struct FirstAnswers {
  bool legal = true;
  bool next = true;
  bool terminal = true;
  bool goal = true;
  bool percepts = true;

  [[nodiscard]] bool all() const { return legal && next && terminal && goal && percepts; }
  [[nodiscard]] bool none() const { return !legal && !next && !terminal && !goal && !percepts; }
};

/// Of moves that a game does not have: no number of any.
inline constexpr Move no_move = ~Move{0};

/// Both games must have the same states, bit for bit, and the same names; how they number
/// moves may differ: moves are numbered as by the one that answers `legal`. `moves`: the
/// second game's number of each of the first one's moves 0, 1, .., or no_move. The second may have
/// more: what becomes of these it is asked itself, whoever answers for the others. So it
/// must be able to answer everything. Fluents are named by the
/// second game; states of fluents that the first one does not have are refused.
[[nodiscard]] std::shared_ptr<const Game> make_mixed_game(std::shared_ptr<const Game> first,
                                                          std::shared_ptr<const Game> second,
                                                          const FirstAnswers& answers,
                                                          std::vector<Move> moves);

}  // namespace tesuji::runtime
