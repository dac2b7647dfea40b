// Reads KIF (prefix GDL) text into the syntax tree of gdl_ast.h.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/partial_sheet.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

/// Parses the file's text. Errors (code "parse"; "limit" for nesting deeper than
/// max_nesting) are reported with their place and parsing goes on at the next
/// clause, so that several are found per run; then nothing is returned, and `partial`, unless it
/// is null, gets what there is. Does not recurse on the input's depth.
[[nodiscard]] std::optional<Rulesheet> parse_kif(ir::FileId file, ir::SymbolTable& symbols,
                                                 ir::Diagnostics& diagnostics,
                                                 PartialSheet* partial = nullptr);

/// The literals of a body, without the rule around them: `(legal white ?l) (not (p ?l))`.
[[nodiscard]] std::optional<std::vector<Literal>> parse_kif_query(ir::FileId file,
                                                                  ir::SymbolTable& symbols,
                                                                  ir::Diagnostics& diagnostics);

/// Terms with blanks between them: `(cell 1 1 b) noop`.
[[nodiscard]] std::optional<std::vector<Term>> parse_kif_terms(ir::FileId file,
                                                               ir::SymbolTable& symbols,
                                                               ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
