// Parses the text of invariants: statements, formulas, domains, terms.
//
// Recursive descent over at most max_formula_nesting levels. After an error, parsing resumes at the
// next `invariant` or `domain`.
#pragma once

#include "frontend/invariants/invariants_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/core/symbol.h"

#include <string_view>

namespace tesuji::frontend {

/// Parses a `.inv` file: statements that end in `.`. Reports and skips faulty ones (codes "parse",
/// "limit", "bounds"). Interns constants, functions and variables.
[[nodiscard]] InvariantsText parse_invariants(ir::FileId file, ir::SymbolTable& symbols,
                                              ir::Diagnostics& diagnostics);

/// Parses one formula, with or without `NAME:` before it and `.` after it. `domain` statements may
/// precede it.
[[nodiscard]] InvariantsText parse_property(ir::FileId file, std::string_view default_name,
                                            ir::SymbolTable& symbols, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
