// Choosing one of several things at random, in every lane for itself.
//
// Each alternative has a weight in each lane, 0 where it is not to be had; of a role's moves that
// is 1 where the move is legal. Weights are added in a binary tree, whose root is the sum n of all.
// A random number below n is then carried down: at each node, it goes left if it is less than what
// the left half comes to, otherwise right, less that. Every lane is at one node of each level, so
// that the number is there but once: what the left halves come to is collected from all nodes of a
// level. Where all weights are 0 or 1 the lowest nodes have three alternatives each. About six
// operations an alternative then, for any number of alternatives.
//
// The random number is drawn with as many bits as n - 1 has, and drawn again where it is not below
// n, a few times; where it never is, nothing is chosen. That is so for any choice alike: what is
// chosen is uniform.
#pragma once

#include "passes/lanes/xag_builder.h"
#include "passes/lanes/xag_numbers.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace tesuji::passes {

struct LaneChoice {
  /// By alternative; where one was chosen, it alone is. Elsewhere they mean nothing.
  std::vector<ir::Signal> chosen;
  ir::Signal made = ir::false_signal;  ///< whether one was chosen
  ir::Signal none = ir::false_signal;  ///< whether there is none to choose
};

/// `random_word()`: a new word of random bits, at each call. `rounds`: how often a number is drawn.
[[nodiscard]] LaneChoice choose_in_lanes(XagBuilder& build, std::span<const XagNumber> weights,
                                         std::size_t rounds,
                                         const std::function<ir::Signal()>& random_word);

}  // namespace tesuji::passes
