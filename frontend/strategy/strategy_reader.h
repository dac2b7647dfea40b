// Reads Prolog text into the syntax tree of strategy_ast.h.
#pragma once

#include "frontend/strategy/strategy_ast.h"
#include "ir/core/diagnostics.h"

#include <vector>

namespace tesuji::frontend {

/// Returns the clauses of the file's text in source order. Reports (code "parse") and skips text
/// that is not a clause of the form
///     p(A,B) :- q(A,C), not(r(C,_)), \+ s(C), t(C,B).
/// Reading resumes after its `.`.
[[nodiscard]] std::vector<StrategyClause> read_strategy(ir::FileId file,
                                                        ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
