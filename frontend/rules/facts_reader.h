// Reads the facts of a working memory, in order.
//
// The text is in Prolog's syntax, `colour(black). neighbour(i_1_1,i_1_2).` with `%` and `/* */`
// comments, or in s-expressions, `(colour black) (neighbour i_1_1 i_1_2)` with `;` comments. The
// first character that is neither blank nor in a comment decides. In a GDL state, `(true (cell 1 1
// b))` is read as `(cell 1 1 b)`, and one list may contain all facts. Names are case-insensitive
// and may contain any bytes, including Prolog's special characters if single-quoted.
//
// Changes between memories are read in Prolog's syntax, with a sign before each fact:
//
//   step.
//   - on(i_3_4,nothing).   % removed
//   + on(i_3_4,black).     % added
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

/// Keeps repeated facts. Errors (code "parse") for variables, terms inside facts, and malformed
/// facts; reports several per run.
[[nodiscard]] std::optional<std::vector<GroundFact>> read_facts(ir::FileId file,
                                                                ir::SymbolTable& symbols,
                                                                ir::Diagnostics& diagnostics);

/// Returns the steps of a sequence of memories, with changes in the order of the text. Errors (code
/// "parse") as for facts, and for a change before the first `step.`.
[[nodiscard]] std::optional<std::vector<ChangeStep>> read_changes(ir::FileId file,
                                                                  ir::SymbolTable& symbols,
                                                                  ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
