// Finds the threats of a move by a strategy. Threats are the moves with which its player wins next,
// whatever the opponent answers or unless the opponent stops them.
//
// Two threats at once are a double attack, which Muggleton and Hocquette (2019) draw in Figure 1:
// each can be stopped, but by different answers, so that no answer stops both.
#pragma once

#include "runtime/host/strategy/strategy.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// A move of the player after an answer of the opponent.
struct Threat {
  Move move = 0;
  std::uint32_t predicate = 0;  ///< the predicate that has it as a solution, after the first of the
                                ///< answers
  std::uint32_t answers = 0;    ///< after how many answers of the opponent
  // The first of these:
  State from;   ///< after the answer
  State after;  ///< after the move
};

struct Threats {
  std::vector<Threat> threats;  ///< in the order in which they are found
  std::uint32_t answers = 0;    ///< of the opponent
  std::uint32_t lost = 0;       ///< answers after which some threat remains
};

/// `predicates` state that a move wins, in the order in which to try them; after each answer, all
/// solutions of the first one that has any are used. `move` is made in `state` by its mover.
/// Returns no threats if it is not one of its moves, or ends the game. Throws as Strategy::choose.
[[nodiscard]] Threats find_threats(const Strategy& strategy,
                                   std::span<const std::uint32_t> predicates, StateView state,
                                   Move move, Strategy::Memory& memory);

}  // namespace tesuji::runtime
