// Reads infix GDL text into the syntax tree of gdl_ast.h; docs/languages/gdl.md gives the
// grammar.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/partial_sheet.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

/// Parses the file's text. Errors (code "parse"; "arity" for `distinct`; "limit" for
/// nesting deeper than max_nesting) are reported with their place and parsing goes on
/// at the next clause, so that several are found per run; then nothing is returned, and `partial`,
/// unless it is null, gets what there is.
/// Each `_` becomes a variable of its own, named `_1`, `_2`, .. as far as its clause
/// does not use these names. Does not recurse on the input's depth.
[[nodiscard]] std::optional<Rulesheet> parse_infix(ir::FileId file, ir::SymbolTable& symbols,
                                                   ir::Diagnostics& diagnostics,
                                                   PartialSheet* partial = nullptr);

/// A body without a head, possibly empty: `legal(white,L) & ~p(L)`; a `.` may follow.
[[nodiscard]] std::optional<std::vector<Literal>> parse_infix_query(ir::FileId file,
                                                                    ir::SymbolTable& symbols,
                                                                    ir::Diagnostics& diagnostics);

/// Terms with `,` or `&` between them, possibly none: `cell(1,1,b), noop`; a `.` may follow.
[[nodiscard]] std::optional<std::vector<Term>> parse_infix_terms(ir::FileId file,
                                                                 ir::SymbolTable& symbols,
                                                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
