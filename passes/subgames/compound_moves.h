// Finds moves that are simultaneous moves in several subgames.
//
// A move has a *part* in each set of connected fluents that it touches, or that a conjunct of its
// legality reads: its effect there, and its condition there. Sets with parts of one move are either
// played *in parallel*, if every combination of their parts is a move, or are one subgame, if the
// part in one restricts those in the other. Sets are joined, two at a time, until all combinations
// of the remaining ones exist: among moves of one role whose legality reads the same autonomous
// fluents in the same way. A move without a part in any of them is a combination, too.
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

/// The effect of a move in one set of fluents, and the conditions of its legality there.
struct MovePart {
  std::uint32_t set = 0;                 ///< the caller's number
  std::vector<std::uint32_t> effects{};  ///< equal for parts with the same effect
  std::vector<ir::Signal> legal{};       ///< conjuncts of legality, ascending

  bool operator==(const MovePart&) const = default;
};

/// A move, by its parts.
struct CompoundMove {
  std::vector<MovePart> parts{};  ///< ascending by set
  std::uint32_t role = 0;
  std::vector<ir::Signal> shared{};  ///< conjuncts of legality that read no set, ascending
};

/// Returns pairs of sets to be joined, so that all remaining sets are played in parallel, or by
/// separate moves. Sets are numbered below `sets`.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> sets_to_join(
    const std::vector<CompoundMove>& moves, std::uint32_t sets);

}  // namespace tesuji::passes
