// Writes rulesheets, terms and literals as KIF text.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <string>

namespace tesuji::frontend {

/// One clause per line, without comments; where that is longer than 90 columns, the
/// body's literals follow on lines of their own. What a normalised body holds is
/// written with `and`, `or`, `not` and `distinct`. Parsing the text of a
/// rulesheet that was only parsed gives the same clauses again.
[[nodiscard]] std::string print_kif(const Rulesheet& rulesheet, const ir::SymbolTable& symbols);
[[nodiscard]] std::string print_kif(const Term& term, const ir::SymbolTable& symbols);
[[nodiscard]] std::string print_kif(const Literal& literal, const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
