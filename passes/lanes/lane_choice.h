// Chooses one of several alternatives at random, independently in every lane.
//
// Each alternative has a weight in each lane, 0 if it is unavailable; a role's move has weight 1 if
// it is legal. Weights are added in a binary tree, whose root is the sum n of all. A random number
// below n is then passed down: at each node it goes left if it is less than the sum of the left
// half, otherwise right, minus that sum. Every lane is at one node of each level, so one number
// suffices: the sums of the left halves are collected from all nodes of a level. If all weights are
// 0 or 1 the lowest nodes have three alternatives each. This takes about six operations per
// alternative, for any number of alternatives.
//
// The random number is drawn with as many bits as n - 1 has, and drawn again if it is not below n,
// a few times; if it never is, nothing is chosen. The probability of that does not depend on the
// alternative, so the choice is uniform.
#pragma once

#include "passes/lanes/xag_builder.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tesuji::passes {

// --- Numbers in lanes

/// The bits of a natural number in each lane, as signals, the lowest first; missing ones are zero.
/// The highest is never the constant false.
using XagNumber = std::vector<ir::Signal>;

/// Returns bit `position`, or false.
[[nodiscard]] ir::Signal bit_of(const XagNumber& number, std::size_t position);

/// Returns `value` if `condition` holds, otherwise 0.
[[nodiscard]] XagNumber number_where(ir::Signal condition, std::uint64_t value);
[[nodiscard]] XagNumber add(XagBuilder& build, const XagNumber& a, const XagNumber& b);
/// Whether a < b.
[[nodiscard]] ir::Signal is_less(XagBuilder& build, const XagNumber& a, const XagNumber& b);
/// Returns the lowest `bits` bits of a - b, modulo 2^bits.
[[nodiscard]] XagNumber subtract(XagBuilder& build, const XagNumber& a, const XagNumber& b,
                                 std::size_t bits);

// --- Choice

struct LaneChoice {
  /// By alternative; if a choice was made, exactly one holds. Otherwise without meaning.
  std::vector<ir::Signal> chosen;
  ir::Signal made = ir::false_signal;  ///< whether one was chosen
  ir::Signal none = ir::false_signal;  ///< whether no alternative is available
};

/// `random_word()` returns a new word of random bits at each call. `rounds`: number of draws.
[[nodiscard]] LaneChoice choose_in_lanes(XagBuilder& build, std::span<const XagNumber> weights,
                                         std::size_t rounds,
                                         const std::function<ir::Signal()>& random_word);

}  // namespace tesuji::passes
