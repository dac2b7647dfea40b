#include "frontend/gdl/infix_parser.h"

#include "frontend/gdl/infix_reader.h"

#include <utility>

namespace tesuji::frontend {

std::optional<Rulesheet> parse_infix(ir::FileId file, ir::SymbolTable& symbols,
                                     ir::Diagnostics& diagnostics, PartialSheet* partial) {
  InfixReader reader(InfixGoal::rulesheet, file, symbols, diagnostics);
  if (!reader.parse()) {
    if (partial != nullptr) {
      *partial = {{std::move(reader.clauses), file, Syntax::infix},
                  std::move(reader.broken),
                  reader.heads_are_lost};
    }
    return std::nullopt;
  }
  return Rulesheet{std::move(reader.clauses), file, Syntax::infix};
}

std::optional<std::vector<Literal>> parse_infix_query(ir::FileId file, ir::SymbolTable& symbols,
                                                      ir::Diagnostics& diagnostics) {
  InfixReader reader(InfixGoal::query, file, symbols, diagnostics);
  if (!reader.parse()) return std::nullopt;
  return std::move(reader.literals);
}

std::optional<std::vector<Term>> parse_infix_terms(ir::FileId file, ir::SymbolTable& symbols,
                                                   ir::Diagnostics& diagnostics) {
  InfixReader reader(InfixGoal::terms, file, symbols, diagnostics);
  if (!reader.parse()) return std::nullopt;
  return std::move(reader.terms);
}

}  // namespace tesuji::frontend
