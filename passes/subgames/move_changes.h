// Computes which fluents each move changes in another way than all other moves of its role do.
//
// With a move of a role put in the place of the role's inputs, the net gives a fluent's next value
// under this move. What most moves of the role give is the fluent's *rest*: its value, where the
// fluent is kept, or what becomes of it by itself. A move *touches* a fluent where it gives another
// signal. Where no role touches a fluent, its next value is its rest.
//
//   before:  next true.lit(1) = or(and(press(1), not true.lit(1)), and(not press(1), true.lit(1)))
//            next true.lit(2) = ..
//   found:   press(1) touches true.lit(1) with not true.lit(1); the rest of true.lit(1) is
//   true.lit(1)
//
// A role with one move makes it always: it touches nothing. Signals are compared as the builder
// makes them, so that a fluent may count as touched that is not; the reverse cannot be.
//
// Source: cofactors as in Bryant, Graph-based algorithms for boolean function manipulation (1986);
// actions by their effects as in Guenther, Schiffel, Thielscher, Factoring General Games (2009).
#pragma once

#include "ir/nets/move_operators.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

struct MoveChanges {
  /// Gates over fluents, and over moves of roles that have several: where several roles change a
  /// fluent, the signals for one of them read the moves of the others. Its terminal, goals and
  /// legal moves are those of the given net; its next values mean nothing.
  ir::Net net{};
  /// By position in Net::moves: what it touches, ascending by fluent; signals of `net`.
  std::vector<std::vector<ir::MoveEffect>> touched{};
  /// By role, then fluent: its next value where the role touches it by no move.
  std::vector<std::vector<ir::Signal>> rest{};
};

/// `net` answers all questions but percepts. Nothing where it would take more than `most_gates`.
[[nodiscard]] std::optional<MoveChanges> find_move_changes(const ir::Net& net, std::size_t roles,
                                                           std::uint64_t most_gates = 3'000'000);

}  // namespace tesuji::passes
