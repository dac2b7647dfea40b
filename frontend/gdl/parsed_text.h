// Holds what the parsers of both syntaxes read, and their shared error reporting.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/text/messages.h"
#include "ir/core/diagnostics.h"

#include <cstddef>
#include <vector>

namespace tesuji::frontend {

/// What the whole text is: clauses; the literals of a body, without the rule around them (`(legal
/// white ?l) (not (p ?l))`, `legal(white,L) & ~p(L)`); or terms (`(cell 1 1 b) noop`, `cell(1,1,b),
/// noop`). The latter two may be empty; in infix form a `.` may follow. `deep_terms` may nest up to
/// max_deep_nesting, and their variables `_` stay unnamed.
enum class GdlGoal { rulesheet, query, terms, deep_terms };

/// Whether the text consists of terms.
inline bool is_terms(GdlGoal goal) {
  return goal == GdlGoal::terms || goal == GdlGoal::deep_terms;
}

inline std::size_t nesting_limit(GdlGoal goal) {
  return goal == GdlGoal::deep_terms ? max_deep_nesting : max_nesting;
}

struct ParsedText {
  bool good = false;            ///< no error was reported
  std::vector<Clause> clauses;  ///< the clauses without errors
  std::vector<Clause> broken;   ///< the heads of rules with an error
  bool heads_are_lost = false;  ///< some heads of clauses with an error are unknown
  std::vector<ir::Span> capitals;  ///< Rulesheet::capitals
  std::vector<Literal> literals;
  std::vector<Term> terms;
};

/// Parses the file's text. Errors (code "parse"; "arity" for `distinct` in infix form; "limit" for
/// nesting deeper than nesting_limit) are reported with their place, and parsing resumes at the
/// next clause, so that one run finds several. Does not recurse on the input's depth.
[[nodiscard]] ParsedText parse_kif(GdlGoal goal, ir::FileId file, ir::SymbolTable& symbols,
                                   ir::Diagnostics& diagnostics);
/// docs/languages/gdl.md gives the grammar. Each `_` becomes a new variable named `_1`, `_2`, ..,
/// skipping names that its clause uses.
[[nodiscard]] ParsedText parse_infix(GdlGoal goal, ir::FileId file, ir::SymbolTable& symbols,
                                     ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
