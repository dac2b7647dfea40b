// Prints graphs and programs over lanes as text, and names their words.
//
//   phase true.control(x) random 8 { # 3 operations
//     inputs running, true.at(1), random.0
//     v1 = 10000000 running true.at(1) random.0
//     true.at(1) = v1
//   }
//
// Words of the state have the names of their fluents, followed by `counter.0`, ..; words of goals
// are `only goal(x, 100)`, `no goal of x`, `several goals of x`. Operations are truth tables in
// binary, whose highest bit is the value if all three operands hold; `_` is an operand that the
// table does not depend on, equal to the one before it. Gates, `n5 = and n3 !n4`, have the numbers
// of their nodes, which include inputs.
#pragma once

#include "ir/nets/lanes.h"
#include "ir/text/text_writer.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace tesuji::ir {

/// Names of single words, by their index in `lane_array::control`.
inline constexpr std::array<std::string_view, lane_control::generator> lane_control_words = {
    "running", "held", "ended", "stuck", "cut", "carry"};

/// Prefixes of numbered words: `counter.7`.
namespace lane_numbered {
inline constexpr std::string_view counter = "counter.";
inline constexpr std::string_view random = "random.";
inline constexpr std::string_view generator = "generator.";
/// Prefix of a word of the state that represents no fluent, by its index.
inline constexpr std::string_view nothing = "nothing.";
}  // namespace lane_numbered

/// Writes the code of a module at level lanes, after its declarations.
void write(TextWriter& out, const Lanes& lanes);

}  // namespace tesuji::ir
