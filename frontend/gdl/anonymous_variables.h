// Names variables that were written `_`.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <span>
#include <vector>

namespace tesuji::frontend {

/// Gives every variable whose name is ir::no_symbol a name of its own: `_1`, `_2`,
/// .. in order, without those that another variable of the same clause has.
void name_anonymous_variables(Clause& clause, ir::SymbolTable& symbols);
/// The same for the literals of one query, or for terms that belong together.
void name_anonymous_variables(std::vector<Literal>& literals, ir::SymbolTable& symbols);
void name_anonymous_variables(std::vector<Term>& terms, ir::SymbolTable& symbols);
void name_anonymous_variables(std::span<Term* const> terms, ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
