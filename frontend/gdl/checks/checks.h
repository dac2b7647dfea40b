// Declares the checks that validate() consists of.
#pragma once

#include "frontend/gdl/checks/relation_graph.h"
#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/gdl_keywords.h"
#include "ir/core/diagnostics.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tesuji::frontend {

/// What every check works on.
struct CheckContext {
  const Rulesheet& written;    ///< as parsed
  const Rulesheet& rulesheet;  ///< the same one normalised
  const ir::SymbolTable& symbols;
  const Keywords& keywords;
  RelationGraph graph;
  ir::Diagnostics& diagnostics;
  ValidateOptions options;
  /// So many clauses at the end of both sheets are heads alone, of rules with errors of syntax.
  std::size_t broken = 0;

  [[nodiscard]] const std::string& name(const Term& term) const { return symbols.text(term.name); }

  // For messages, in the syntax of the sheet:
  [[nodiscard]] std::string text(const Term& term) const;
  /// The term with nothing of its arguments: `(f ..)` or `f(..)`, `(f)` or `f()`, `f`.
  [[nodiscard]] std::string form(const Term& term) const;
  /// `(name arguments)` or `name(arguments)`.
  [[nodiscard]] std::string outline(std::string_view name, std::string_view arguments) const;

  [[nodiscard]] Keyword keyword(const Term& term) const { return keywords.of(term.name); }
};

// Errors.

/// Keywords where they may not stand: connectives, `true` and `does` as heads,
/// `role` as the head of a rule, `init` and `next` in bodies (code "keyword"). A
/// warning ("keyword-term") where a term looks like an atom of a keyword.
void check_keywords(const CheckContext& context);

/// One number of arguments per relation, GDL's own for its keywords (code "arity").
void check_arities(const CheckContext& context);

/// The relations without which there is no game (codes "no-role", "no-legal",
/// "no-goal", "no-terminal").
void check_completeness(const CheckContext& context);

/// Allowedness: every variable of a clause is bound by a positive atom of the
/// body as it was written (code "unsafe").
void check_safety(const CheckContext& context);

/// `init` must not depend on the state, `legal`, `goal` and `terminal` not on
/// moves (code "keyword").
void check_dependencies(const CheckContext& context);

// Warnings.

/// The recursion restriction: every argument of a positive literal that closes a
/// cycle is ground, an argument of the head, or occurs in a literal outside the
/// cycle (code "recursion"). Sheets that break it may still be finite; where terms
/// do grow without end, lowering reports an error of the same code.
void check_recursion(const CheckContext& context);

/// Relations that are used but never defined ("undefined"), and those that are
/// defined but that no keyword depends on ("unused").
void check_relations(const CheckContext& context);

/// The former alone.
void check_undefined(const CheckContext& context);

/// Where parts of the sheet could not be read: relations that no body uses and whose names are
/// nearly keywords ("unused"). With `heads_are_lost` also relations and fluents that no clause
/// defines and whose names are nearly others ("undefined"), instead of check_undefined.
void check_mistyped(const CheckContext& context, bool heads_are_lost);

/// Players who are no role ("stranger"), goal values that are no integer from 0 to
/// 100 ("goal-value"), roles named twice ("duplicate-role"), roles whose only goal value is 0
/// ("no-goals"; not where clauses could not be read).
void check_suspicions(const CheckContext& context);

/// GDL-II: percepts (`sees`) of somebody who is no role, and `sees` in a body
/// ("gdl-ii").
void check_percepts(const CheckContext& context);

/// Fluents that no `base` and moves that no `input` declares, where a sheet has such
/// declarations in the usual form ("base", "input"). Only functors are compared.
void check_declarations(const CheckContext& context);

/// Fluents that get lost: read only with another number of arguments than they are given with
/// ("fluent-arity"); given by `init` and by no rule for `next`, or by rules for `next` none of
/// which depends on what held before ("frame").
void check_fluents(const CheckContext& context);

/// Clauses that were there before, but for the names of their variables; notes
/// (code "duplicate-clause"). A warning ("goal-several") of rules that give one role several
/// goals under the same conditions.
void check_duplicates(const CheckContext& context);

/// Constants that occur once in the sheet and are nearly one which stands in the same column, or in
/// one that variables connect with it ("misspelt"). Call after the checks whose messages may be
/// about the same place.
void check_misspelt_constants(const CheckContext& context);

/// Variables that occur once in a clause and are nearly another one of it ("misspelt"). As
/// check_misspelt_constants.
void check_misspelt_variables(const CheckContext& context);

/// Rules that can never fire ("unreachable"), roles that no clause gives a move
/// ("no-moves") or a goal ("no-goals"), by the values that arguments can take
/// (value_sets.h). Clauses in which an error of the codes "keyword" or "arity" was reported are
/// left out, and taken to give whatever their heads may.
void check_unreachable(const CheckContext& context);

}  // namespace tesuji::frontend
