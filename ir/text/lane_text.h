// Prints graphs and programs over lanes as text, and says what their words are called.
//
//   phase true.control(x) random 8 { # 3 operations
//     inputs running, true.at(1), random.0
//     v1 = 10000000 running true.at(1) random.0
//     true.at(1) = v1
//   }
//
// Words of the state have the names of their fluents, and `counter.0`, .. behind them; words of
// goals are `only goal(x, 100)`, `no goal of x`, `several goals of x`. Operations are tables in
// binary, whose highest bit is the value where all three operands hold; `_` is an operand that the
// table does not depend on, the same as the one before it. Gates, `n5 = and n3 !n4`, are numbered
// as the nodes are, among which inputs have numbers, too.
#pragma once

#include "ir/nets/lanes.h"
#include "ir/text/text_writer.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace tesuji::ir {

/// Names of words that stand alone, by their place in `lane_array::control`.
inline constexpr std::array<std::string_view, lane_control::generator> lane_control_words = {
    "running", "held", "ended", "stuck", "cut", "carry"};

/// Words of which there are several: `counter.7`.
namespace lane_numbered {
inline constexpr std::string_view counter = "counter.";
inline constexpr std::string_view random = "random.";
inline constexpr std::string_view generator = "generator.";
/// A word of the state that is a place for no fluent, by its place there.
inline constexpr std::string_view nothing = "nothing.";
}  // namespace lane_numbered

/// Writes the code of a module at level lanes, behind its declarations.
void write(TextWriter& out, const Lanes& lanes);

}  // namespace tesuji::ir
