// Writes a rulesheet back as KIF text.
#pragma once

#include "frontend/gdl_ast.h"

#include <string>

namespace tesuji::frontend {

/// One clause per line, lower case, comments gone; what a normalised body holds
/// is written with `and`, `or`, `not` and `distinct`. Parsing the text of a
/// rulesheet that was only parsed gives the same clauses again.
[[nodiscard]] std::string print_kif(const Rulesheet& rulesheet, const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
