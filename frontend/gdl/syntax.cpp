#include "frontend/gdl/syntax.h"

#include "frontend/gdl/gdl_printer.h"
#include "frontend/gdl/parsed_text.h"
#include "frontend/gdl/partial_sheet.h"

#include <fmt/format.h>

#include <utility>

namespace tesuji::frontend {
namespace {

ParsedText parse(GdlGoal goal, ir::FileId file, Syntax syntax, ir::SymbolTable& symbols,
                 ir::Diagnostics& diagnostics) {
  return (syntax == Syntax::kif ? parse_kif : parse_infix)(goal, file, symbols, diagnostics);
}

std::unique_ptr<GdlPrinter> make_printer(Syntax syntax, const ir::SymbolTable& symbols) {
  return (syntax == Syntax::kif ? make_kif_printer : make_infix_printer)(symbols);
}

}  // namespace

std::optional<Rulesheet> parse_rulesheet(ir::FileId file, Syntax syntax, ir::SymbolTable& symbols,
                                         ir::Diagnostics& diagnostics, PartialSheet* partial) {
  ParsedText text = parse(GdlGoal::rulesheet, file, syntax, symbols, diagnostics);
  Rulesheet sheet{std::move(text.clauses), file, syntax, std::move(text.capitals)};
  if (text.good) return sheet;
  if (partial != nullptr) {
    *partial = {std::move(sheet), std::move(text.broken), text.heads_are_lost};
  }
  return std::nullopt;
}

std::optional<std::vector<Literal>> parse_query(ir::FileId file, Syntax syntax,
                                                ir::SymbolTable& symbols,
                                                ir::Diagnostics& diagnostics) {
  ParsedText text = parse(GdlGoal::query, file, syntax, symbols, diagnostics);
  if (!text.good) return std::nullopt;
  return std::move(text.literals);
}

std::optional<std::vector<Term>> parse_terms(ir::FileId file, Syntax syntax,
                                             ir::SymbolTable& symbols,
                                             ir::Diagnostics& diagnostics) {
  ParsedText text = parse(GdlGoal::terms, file, syntax, symbols, diagnostics);
  if (!text.good) return std::nullopt;
  return std::move(text.terms);
}

std::optional<DeepTerm> parse_deep_term(ir::FileId file, Syntax syntax, ir::SymbolTable& symbols,
                                        ir::Diagnostics& diagnostics) {
  ParsedText text = parse(GdlGoal::deep_terms, file, syntax, symbols, diagnostics);
  std::optional<DeepTerm> term;
  if (text.good && text.terms.size() == 1) {
    term.emplace(std::move(text.terms.front()));
  } else if (text.good && text.terms.empty()) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "parse", "the text is empty; a term is expected");
  } else if (text.good) {
    diagnostics.error(text.terms[1].span, "parse",
                      fmt::format("one term is expected, but the text has {}", text.terms.size()));
  }
  dismantle(text.terms);
  return term;
}

void dismantle(std::vector<Term>& terms) {
  std::vector<Term> open = std::exchange(terms, {});
  while (!open.empty()) {
    std::vector<Term> args = std::exchange(open.back().args, {});
    open.pop_back();
    for (Term& arg : args) open.push_back(std::move(arg));
  }
}

std::string print_rulesheet(const Rulesheet& rulesheet, Syntax syntax,
                            const ir::SymbolTable& symbols) {
  const auto printer = make_printer(syntax, symbols);
  for (const Clause& clause : rulesheet.clauses) printer->clause(clause);
  return printer->take();
}

std::string print_term(const Term& term, Syntax syntax, const ir::SymbolTable& symbols) {
  const auto printer = make_printer(syntax, symbols);
  printer->term(term);
  return printer->take();
}

std::string print_literal(const Literal& literal, Syntax syntax, const ir::SymbolTable& symbols) {
  const auto printer = make_printer(syntax, symbols);
  printer->literal(literal);
  return printer->take();
}

}  // namespace tesuji::frontend
