// Finds moves that are moves in several subgames at the same time.
//
// A move has a *part* in each set of connected fluents that it touches, or that a conjunct of its
// being legal reads: what it does there, and where it may. Sets with parts of one move are either
// played *in parallel*, where every combination of their parts is a move, or are one subgame, where
// the part in one decides over those in the other. Sets are joined, two at a time, until of those
// that remain all combinations are there: among moves of one role whose being legal reads the same
// autonomous fluents in the same way. A move without a part in any of them is a combination, too.
//
//   before:  moves press(a, 1), press(a, 2), press(b, 1), press(b, 2); press(X, Y) touches the
//            lights of board 1 at X, and those of board 2 at Y
//   found:   parts {a, b} of board 1, {1, 2} of board 2
//
// Sources: Genesereth, Thielscher, General Game Playing (2014), chapter 13 on factoring: compound
// moves; Hufschmitt, Vittaut, Mehat, A general approach of game description decomposition for
// general game playing (2016): moves by their effects on each subgame.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// What a move does in one set of fluents, and what being legal reads of it.
struct MovePart {
  std::uint32_t set = 0;                 ///< the caller's number
  std::vector<std::uint32_t> effects{};  ///< equal for parts that do the same
  std::vector<ir::Signal> legal{};       ///< conjuncts of being legal, ascending

  bool operator==(const MovePart&) const = default;
};

/// A move, by its parts.
struct CompoundMove {
  std::vector<MovePart> parts{};  ///< ascending by set
  std::uint32_t role = 0;
  std::vector<ir::Signal> shared{};  ///< conjuncts of being legal that read no set, ascending
};

/// Pairs of sets that are to be joined, so that all that remain apart are played in parallel, or by
/// moves of their own. Sets are numbered below `sets`.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> sets_to_join(
    const std::vector<CompoundMove>& moves, std::uint32_t sets);

}  // namespace tesuji::passes
