// One game of two engines that share states: each question goes to the one that is to
// answer it.
#pragma once

#include "runtime/host/game/game.h"

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
  bool operator==(const FirstAnswers&) const = default;
};

/// Of moves that a game does not have: no number of any.
inline constexpr Move no_move = ~Move{0};

/// What a game takes for granted of states: it answers for those alone in which no other fluent
/// holds than these, and the fixed ones are as they are in the initial state.
struct KnownStates {
  State known;    ///< fluents that may hold; as many words as a state
  State fixed;    ///< those of them that never change
  State initial;  ///< of the fixed ones: whether they hold

  [[nodiscard]] bool has(StateView state) const {
    std::uint64_t wrong = 0;
    for (std::size_t w = 0; w < known.size(); ++w) {
      wrong |= (state[w] & ~known[w]) | ((state[w] ^ initial[w]) & fixed[w]);
    }
    return wrong == 0;
  }
};

/// Both games must have the same states, bit for bit, and the same names; moves are numbered as the
/// second one numbers them. `moves`: the second game's number of each of the first one's moves 0,
/// 1, .., ascending, or no_move. The second may have more moves, and more states: what becomes of
/// these it is asked itself, whoever answers for the others. So it must be able to answer
/// everything.
[[nodiscard]] std::shared_ptr<const Game> make_mixed_game(std::shared_ptr<const Game> first,
                                                          std::shared_ptr<const Game> second,
                                                          const FirstAnswers& answers,
                                                          std::vector<Move> moves,
                                                          KnownStates known);

}  // namespace tesuji::runtime
