// What a rulesheet with errors of syntax still says, so that other faults are reported with them.
#pragma once

#include "frontend/gdl/checks/validate.h"
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

/// As validate() (frontend/gdl/checks/validate.h), for what the clauses with errors of syntax,
/// which have been reported, cannot bear on. (Not: what is missing altogether, what nothing uses,
/// fluents that get lost. Where a head is not known, not what is undefined or unreachable either.)
void validate_rest(const PartialSheet& partial, const ir::SymbolTable& symbols,
                   ir::Diagnostics& diagnostics, const ValidateOptions& options = {});

}  // namespace tesuji::frontend
