// Extracts the readable part of a rulesheet with syntax errors, for reports of other faults.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

struct PartialSheet {
  Rulesheet intact;             ///< the clauses without errors
  std::vector<Clause> broken;   ///< of rules with an error: the heads, and the places up to it
  bool heads_are_lost = false;  ///< there may be clauses of which not even the head is known
};

/// parse_kif or parse_infix; where there is an error `partial` gets what there is.
[[nodiscard]] std::optional<Rulesheet> parse_rulesheet(ir::FileId file, Syntax syntax,
                                                       ir::SymbolTable& symbols,
                                                       ir::Diagnostics& diagnostics,
                                                       PartialSheet& partial);

}  // namespace tesuji::frontend
