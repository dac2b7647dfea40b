#include "frontend/gdl/syntax.h"

#include "frontend/gdl/infix_parser.h"
#include "frontend/gdl/infix_printer.h"
#include "frontend/gdl/kif_parser.h"
#include "frontend/gdl/kif_printer.h"
#include "frontend/gdl/partial_sheet.h"

namespace tesuji::frontend {

std::optional<Rulesheet> parse_rulesheet(ir::FileId file, Syntax syntax, ir::SymbolTable& symbols,
                                         ir::Diagnostics& diagnostics) {
  return syntax == Syntax::kif ? parse_kif(file, symbols, diagnostics)
                               : parse_infix(file, symbols, diagnostics);
}

std::optional<Rulesheet> parse_rulesheet(ir::FileId file, Syntax syntax, ir::SymbolTable& symbols,
                                         ir::Diagnostics& diagnostics, PartialSheet& partial) {
  return syntax == Syntax::kif ? parse_kif(file, symbols, diagnostics, &partial)
                               : parse_infix(file, symbols, diagnostics, &partial);
}

std::optional<std::vector<Literal>> parse_query(ir::FileId file, Syntax syntax,
                                                ir::SymbolTable& symbols,
                                                ir::Diagnostics& diagnostics) {
  return syntax == Syntax::kif ? parse_kif_query(file, symbols, diagnostics)
                               : parse_infix_query(file, symbols, diagnostics);
}

std::optional<std::vector<Term>> parse_terms(ir::FileId file, Syntax syntax,
                                             ir::SymbolTable& symbols,
                                             ir::Diagnostics& diagnostics) {
  return syntax == Syntax::kif ? parse_kif_terms(file, symbols, diagnostics)
                               : parse_infix_terms(file, symbols, diagnostics);
}

std::string print_rulesheet(const Rulesheet& rulesheet, Syntax syntax,
                            const ir::SymbolTable& symbols) {
  return syntax == Syntax::kif ? print_kif(rulesheet, symbols) : print_infix(rulesheet, symbols);
}

std::string print_term(const Term& term, Syntax syntax, const ir::SymbolTable& symbols) {
  return syntax == Syntax::kif ? print_kif(term, symbols) : print_infix(term, symbols);
}

std::string print_literal(const Literal& literal, Syntax syntax, const ir::SymbolTable& symbols) {
  return syntax == Syntax::kif ? print_kif(literal, symbols) : print_infix(literal, symbols);
}

}  // namespace tesuji::frontend
