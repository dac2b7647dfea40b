// Parses the text of invariants: statements, formulas, domains, terms.
//
// Recursive descent over max_formula_nesting levels at most. After an error reading goes on
// at the next `invariant` or `domain`.
#pragma once

#include "frontend/invariants/invariants_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/core/symbol.h"

#include <string_view>

namespace tesuji::frontend {

/// Reads a `.inv` file: statements that end in `.`. What is wrong is reported (codes "parse",
/// "limit", "bounds") and left out. Constants, functions and variables are interned.
[[nodiscard]] InvariantsText parse_invariants(ir::FileId file, ir::SymbolTable& symbols,
                                              ir::Diagnostics& diagnostics);

/// Reads one formula, with or without `NAME:` before it and `.` after it. `domain` statements
/// may precede it.
[[nodiscard]] InvariantsText parse_property(ir::FileId file, std::string_view default_name,
                                            ir::SymbolTable& symbols, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
