// Computes which fluents each move changes differently from all other moves of its role.
//
// With a move of a role substituted for the role's inputs, the net gives a fluent's next value
// under this move. The value for most moves of the role is the fluent's *rest*: its current value,
// if the fluent is kept, or its change without influence. A move *touches* a fluent if it gives
// another signal. If no role touches a fluent, its next value is its rest.
//
//   before:  next true.lit(1) = or(and(press(1), not true.lit(1)), and(not press(1), true.lit(1)))
//            next true.lit(2) = ..
//   found:   press(1) touches true.lit(1) with not true.lit(1), whose rest is true.lit(1)
//
// A role with one move always makes it: it touches nothing. Signals are compared as built, so that
// a fluent may be considered touched although it is not; the reverse is impossible.
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
  /// Gates over fluents, and over moves of roles with several: if several roles change a fluent,
  /// the signals for one of them read the moves of the others. Its terminal, goals and legal moves
  /// are those of the given net; its next values have no meaning.
  ir::Net net{};
  /// By position in Net::moves: the fluents it touches, ascending; signals of `net`.
  std::vector<std::vector<ir::MoveEffect>> touched{};
  /// By role, then fluent: its next value if no move of the role touches it.
  std::vector<std::vector<ir::Signal>> rest{};
};

/// `net` answers all questions except percepts. Returns nullopt if it would take more than
/// `most_gates`.
[[nodiscard]] std::optional<MoveChanges> find_move_changes(const ir::Net& net, std::size_t roles,
                                                           std::uint64_t most_gates = 3'000'000);

}  // namespace tesuji::passes
