// Checks the clauses of a strategy before they are lowered.
#pragma once

#include "frontend/strategy/strategy_ast.h"
#include "ir/core/diagnostics.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// Returns the number of arguments of the primitive `name`; nullopt for other names.
[[nodiscard]] std::optional<std::size_t> primitive_arity(std::string_view name);

/// Checks that every predicate is defined, with one arity of 1 or 2, and that no primitive is
/// redefined (codes "undefined", "arity", "keyword").
void check_strategy_names(const std::vector<StrategyClause>& clauses, ir::Diagnostics& diagnostics);

/// Checks that no predicate calls itself, even indirectly (code "recursion"); reports every cycle
/// that a depth-first walk closes. Also checks that calls nest at most ir::deepest_proc deep (code
/// "limit").
void check_strategy_recursion(const std::vector<StrategyClause>& clauses,
                              ir::Diagnostics& diagnostics);

/// Warns of variables that occur once in their clause and do not begin with `_` (code "singleton").
/// Exempts the second argument of a negated goal, `not win_1(B,C)`: published strategies (Muggleton
/// and Hocquette 2019) write all their negations so.
void check_strategy_singletons(const std::vector<StrategyClause>& clauses,
                               ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
