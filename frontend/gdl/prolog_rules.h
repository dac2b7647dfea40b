// Writes the rules of a game as clauses of Prolog.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/symbol.h"

#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace tesuji::frontend {

/// The names and arities of Prolog predicates.
using PrologNames = std::set<std::pair<std::string, std::size_t>>;

/// Returns the clauses of a valid rulesheet, in source order, before
///     (<= (legal ?w (mark ?x ?y)) (not (blocked ?x)) (true (cell ?x ?y b)) (role ?w))
/// and after
///     legal(W,mark(X,Y)) :- true(cell(X,Y,b)), \+ blocked(X), role(W).
/// Negated literals and `distinct` come as soon as their variables are bound. Directives declare
/// relations without clauses dynamic, table recursive ones, and let relations have the names of
/// predicates of the system. A relation in `reserved` is written with `_in_rules` after its name.
/// The caller has to define true/1 and does/2.
[[nodiscard]] std::string prolog_rules(const Rulesheet& sheet, const ir::SymbolTable& symbols,
                                       const PrologNames& reserved);

/// Returns facts `constant_order(C,N)` for each name in the rules that is not an integer, numbered
/// by first appearance: the order of moves (docs/languages/strategies.md).
[[nodiscard]] std::string constant_order(const Rulesheet& sheet, const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
