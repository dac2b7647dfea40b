// Literals that no constant fits: what domains say of a single rule.
//
//   domain at.1 = {b, w}
//   rule f#1 { f(S) :- at(white, S) }     `white` is never in column 0 of `at`
//
// Requires lowered clauses with domains (infer_domains.h), which hold all that can ever come up.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

struct ImpossibleLiteral {
  std::size_t literal = 0;  ///< of the rule's body
  std::size_t column = 0;   ///< of its relation
  /// The constant that the column never has. Nothing: a variable stands there, and no constant of
  /// the column is in all the other places that bind it, too.
  std::optional<ir::Symbol> constant;
};

/// Constants in positive and negative literals that their columns never have, in the order of the
/// body; without any in a positive literal also the first variable that no constant fits.
/// Relations that never hold are left out: their own rules are to blame.
[[nodiscard]] std::vector<ImpossibleLiteral> impossible_literals(const ir::Module& module,
                                                                 const ir::Rule& rule);

}  // namespace tesuji::passes
