// Lowers the clauses of a strategy to procs.
//
//     p(A,B) :- q(A,C), won(C), not(r(C,_)), s(C,B).
// becomes
//     call q(A, ?C); test won(C); absent r(C, _); call s(C, ?B); yield (A, B)
#pragma once

#include "frontend/strategy/strategy_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/module/proc.h"

#include <vector>

namespace tesuji::frontend {

/// One proc per predicate, in the order of first clauses. Goals keep their order,
/// so a goal whose first argument has no value by then is an error, as is a head
/// whose second argument never gets one (code "unsafe"). `memo` is set for
/// predicates of two arguments that are called under `not`, or are win_k or draw_k.
[[nodiscard]] std::vector<ir::Proc> lower_strategy(const std::vector<StrategyClause>& clauses,
                                                   ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
