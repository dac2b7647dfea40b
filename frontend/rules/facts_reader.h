// Reads the facts of a working memory, in order.
//
// Prolog's syntax, `colour(black). neighbour(i_1_1,i_1_2).` with `%` and `/* */`
// comments, or s-expressions, `(colour black) (neighbour i_1_1 i_1_2)` with `;`
// comments. Of a GDL state `(true (cell 1 1 b))` is read as `(cell 1 1 b)`, and the
// facts may stand in one list. The first character that is
// neither blank nor comment decides. Names are case-insensitive; any bytes may stand
// in them, between single quotes also those that mean something to Prolog.
//
// Changes between memories are read in Prolog's syntax, with a sign before each fact:
//
//   step.
//   - on(i_3_4,nothing).   % goes
//   + on(i_3_4,black).     % comes
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

/// A fact that is there twice is kept twice. Errors (code "parse") for variables,
/// terms inside facts, and what is no fact; several are found per run.
[[nodiscard]] std::optional<std::vector<GroundFact>> read_facts(ir::FileId file,
                                                                ir::SymbolTable& symbols,
                                                                ir::Diagnostics& diagnostics);

/// The steps of a sequence of memories; changes in the order of the text. Errors (code
/// "parse") as for facts, and for a change before the first `step.`.
[[nodiscard]] std::optional<std::vector<ChangeStep>> read_changes(ir::FileId file,
                                                                  ir::SymbolTable& symbols,
                                                                  ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
