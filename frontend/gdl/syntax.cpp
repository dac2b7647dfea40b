#include "frontend/gdl/syntax.h"

#include "frontend/gdl/gdl_printer.h"
#include "frontend/gdl/parsed_text.h"
#include "ir/core/text_cursor.h"

#include <fmt/format.h>

#include <algorithm>
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

// --- Detection of the syntax
//
// KIF and infix text differ in what precedes a `(`: in KIF it begins a list, in infix text it
// directly follows a name. Comments of both syntaxes decide nothing, nor do bare symbols, which may
// be propositions in either.

namespace {

/// Returns the offset of the end of the line that contains `offset`.
std::size_t line_end(std::string_view text, std::size_t offset) {
  return std::min(text.find_first_of("\r\n", offset), text.size());
}

/// Returns the offset after the `/*` comment at `offset`; npos if the comment is not closed.
std::size_t comment_end(std::string_view text, std::size_t offset) {
  const std::size_t close = text.find("*/", offset + 2);
  return close == std::string_view::npos ? close : close + 2;
}

}  // namespace

Syntax detect_syntax(std::string_view text) {
  text = ir::without_byte_order_mark(text);
  std::size_t offset = 0;
  std::size_t symbols = 0;
  bool after_symbol = false;  // directly after a symbol
  while (offset < text.size()) {
    const char c = text[offset];
    if (c == '(') return after_symbol ? Syntax::infix : Syntax::kif;
    if (c == ')') return Syntax::kif;
    const bool block = text.substr(offset, 2) == "/*";
    if (c == ';' || block || (c == '%' && !after_symbol)) {
      offset = block ? comment_end(text, offset) : line_end(text, offset);
      // Only the infix parser can report the fault.
      if (offset == std::string_view::npos) return Syntax::infix;
      after_symbol = false;
    } else if (ir::is_blank(c)) {
      ++offset;
      after_symbol = false;
    } else {
      const std::size_t end = std::min(text.find_first_of(" \t\n\v\f\r();", offset), text.size());
      const std::string_view symbol = text.substr(offset, end - offset);
      if (symbol.find(":-") != std::string_view::npos || (symbol == "<=" && symbols > 0)) {
        return Syntax::infix;
      }
      offset = end;
      after_symbol = true;
      ++symbols;
    }
  }
  return Syntax::kif;
}

}  // namespace tesuji::frontend
