// Writes rulesheets, terms and literals as infix GDL text.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <string>

namespace tesuji::frontend {

/// One clause per line, without comments; where that is longer than 90 columns, the
/// body's literals follow on lines of their own. Parsing the text of a rulesheet that
/// was only parsed, in either syntax, gives the same clauses again.
[[nodiscard]] std::string print_infix(const Rulesheet& rulesheet, const ir::SymbolTable& symbols);
[[nodiscard]] std::string print_infix(const Term& term, const ir::SymbolTable& symbols);
[[nodiscard]] std::string print_infix(const Literal& literal, const ir::SymbolTable& symbols);

}  // namespace tesuji::frontend
