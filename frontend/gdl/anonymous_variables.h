// Names the variables that were written `_`.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <span>
#include <vector>

namespace tesuji::frontend {

/// Names every variable whose name is ir::no_symbol `_1`, `_2`, .. in order, skipping the names of
/// other variables of the same clause.
void name_anonymous_variables(Clause& clause, ir::SymbolTable& symbols);
/// The same for the literals of one query, or for terms that belong together.
void name_anonymous_variables(std::vector<Literal>& literals, ir::SymbolTable& symbols);
void name_anonymous_variables(std::vector<Term>& terms, ir::SymbolTable& symbols);
void name_anonymous_variables(std::span<Term* const> terms, ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
