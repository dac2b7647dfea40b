// Checks the clauses of a strategy before they are lowered, and distinguishes clauses of other
// kinds, such as a domain theory's, from those of a strategy.
#pragma once

#include "frontend/strategy/strategy_reader.h"
#include "ir/core/diagnostics.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

// --- Checks

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

// --- Clauses of other kinds

/// Returns the first place that shows that a file of clauses is not a strategy: a fact about
/// constants. Returns nullopt if there is no such place, if the text cannot be read, or if a
/// predicate is named win_k or draw_k.
[[nodiscard]] std::optional<ir::Span> other_clauses(ir::FileId file, const ir::SourceMap& sources);

/// Whether a clause that is readable as a strategy's defines win_k or draw_k, or calls a primitive.
/// Ignores clauses with errors, so that it works on incomplete texts.
[[nodiscard]] bool has_strategy_clause(ir::FileId file, const ir::SourceMap& sources);

}  // namespace tesuji::frontend
