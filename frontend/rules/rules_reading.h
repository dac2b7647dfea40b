// Reads premises and patterns in the forms that production rules and metarules
// share.
#pragma once

#include "frontend/gdl/sexpr.h"
#include "frontend/rules/rules_ast.h"
#include "frontend/rules/rules_words.h"
#include "ir/core/diagnostics.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

/// A word and what belongs to it: `(present P)` or, flat, `present P`.
struct WordedItem {
  std::string word;
  std::vector<const Sexpr*> operands;
  ir::Span span;
};

/// Takes a list of premises or conclusions apart. Flat words take the list that
/// follows them. Reports (code "parse") what is neither.
[[nodiscard]] std::vector<WordedItem> worded_items(const std::vector<Sexpr>& items,
                                                   std::size_t first, ir::Diagnostics& diagnostics);

/// `(colour ?c)` or, as the paper has it, `(Couleur (?c))`, where the list of arguments begins with
/// a variable or is one constant; a lone symbol is a relation without arguments. Errors (code
/// "parse") for what is no pattern, and for terms inside, `(n (s ?x))`.
[[nodiscard]] std::optional<RulePattern> read_pattern(const Sexpr& expression,
                                                      ir::SymbolTable& symbols,
                                                      ir::Diagnostics& diagnostics);

/// A premise: present, absent or a comparison. Reports what else it is.
[[nodiscard]] std::optional<RulePremise> read_premise(const WordedItem& item,
                                                      ir::SymbolTable& symbols,
                                                      ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
