// Finds literals that no constant satisfies, from the domains in a single rule.
//
//   domain at.1 = {b, w}
//   rule f#1 { f(S) :- at(white, S) }     `white` is never in column 0 of `at`
//
// Requires lowered clauses with domains (infer_domains.h), which contain all values that can occur.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

struct ImpossibleLiteral {
  std::size_t literal = 0;  ///< of the rule's body
  std::size_t column = 0;   ///< of its relation
  /// A constant that the column never has. nullopt: a variable whose constants in this column do
  /// not occur in all other positions that bind it.
  std::optional<ir::Symbol> constant;
};

/// Returns constants in positive and negative literals that their columns never have, in the order
/// of the body; if no positive literal has one, also the first variable that no constant
/// satisfies. Skips relations that never hold: their own rules are the cause.
[[nodiscard]] std::vector<ImpossibleLiteral> impossible_literals(const ir::Module& module,
                                                                 const ir::Rule& rule);

}  // namespace tesuji::passes
