// Represents a game's moves as planning operators: where each is legal, what it changes, and which
// of them are independent of each other (passes/nets/make_operators.h).
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// A fluent that a move changes, and its next value if the move is made: a signal of
/// MoveOperators::net.
struct MoveEffect {
  std::uint32_t fluent = 0;
  Signal next = false_signal;
};

/// A move as planners represent it: its legality and its effects.
struct MoveOperator {
  std::uint32_t move = 0;  ///< position in Net::moves
  Signal legal = false_signal;
  std::vector<MoveEffect> effects{};  ///< ascending by fluent
};

struct MoveOperators {
  /// Gates over fluents only; its answers are those of a state: terminal and goals.
  Net net{};
  std::vector<MoveOperator> moves{};  ///< of the role, ascending
  /// By position in Net::moves: lower positions of the same role that are not independent of it,
  /// ascending.
  std::vector<std::vector<std::uint32_t>> conflicts{};
  std::uint64_t pairs = 0;        ///< of different moves of the role
  std::uint64_t independent = 0;  ///< of these
};

}  // namespace tesuji::ir
