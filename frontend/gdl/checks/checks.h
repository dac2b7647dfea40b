// Declares the checks that validate() runs, and their common input: a rulesheet and the dependency
// graph of its relations.
#pragma once

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/gdl_keywords.h"
#include "ir/core/diagnostics.h"
#include "ir/core/symbol.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::frontend {

// --- Dependencies between relations
//
// Builds the dependency graph of a rulesheet's relations: Definition 2 of Haufe, Schiffel and
// Thielscher (2012), over relation names.

/// `head` has a clause whose body contains `atom`, positive or negated.
struct Dependency {
  ir::Symbol head = ir::no_symbol;
  const Term* atom = nullptr;
};

/// Refers to the terms of `rulesheet`, which must outlive it.
class RelationGraph {
 public:
  explicit RelationGraph(const Rulesheet& rulesheet);

  /// Returns the dependencies of the clauses of `relation`, in source order.
  [[nodiscard]] const std::vector<Dependency>& uses(ir::Symbol relation) const;

  /// Whether each depends on the other; for `a` and `a`, whether it depends on itself.
  [[nodiscard]] bool on_a_cycle(ir::Symbol a, ir::Symbol b) const;

 private:
  std::unordered_map<ir::Symbol, std::vector<Dependency>> uses_;
  std::unordered_map<ir::Symbol, std::uint32_t> component_;
};

/// Computes the relations that `start` depends on, and shortest paths to them.
class Reachable {
 public:
  Reachable(const RelationGraph& graph, ir::Symbol start);

  [[nodiscard]] bool contains(ir::Symbol relation) const { return arrived_by_.contains(relation); }
  /// Returns the dependencies from the start to `end`, which must be reachable; never empty.
  [[nodiscard]] std::vector<Dependency> path(ir::Symbol end) const;

 private:
  ir::Symbol start_;
  std::unordered_map<ir::Symbol, Dependency> arrived_by_;
};

// --- Checks

/// The input of every check.
struct CheckContext {
  const Rulesheet& written;    ///< as parsed
  const Rulesheet& rulesheet;  ///< the same, normalised
  const ir::SymbolTable& symbols;
  const Keywords& keywords;
  RelationGraph graph;
  ir::Diagnostics& diagnostics;
  ValidateOptions options;
  /// The last `broken` clauses of both sheets are only heads, of rules with syntax errors.
  std::size_t broken = 0;

  [[nodiscard]] const std::string& name(const Term& term) const { return symbols.text(term.name); }

  // For messages, in the syntax of the sheet:
  [[nodiscard]] std::string text(const Term& term) const;
  /// Prints the term without its arguments: `(f ..)` or `f(..)`, `(f)` or `f()`, `f`.
  [[nodiscard]] std::string form(const Term& term) const;
  /// `(name arguments)` or `name(arguments)`.
  [[nodiscard]] std::string outline(std::string_view name, std::string_view arguments) const;

  /// `GDL has no arithmetic: ..`, with what to write instead.
  [[nodiscard]] std::string no_arithmetic() const;
  /// Whether the term would be a computation if GDL had arithmetic: `(+ ?x 1)`.
  [[nodiscard]] bool is_computation(const Term& term) const;

  [[nodiscard]] Keyword keyword(const Term& term) const { return keywords.of(term.name); }
};

// Errors.

/// Reports keywords in forbidden places: connectives, `true` and `does` as heads, `role` as the
/// head of a rule, `init` and `next` in bodies (code "keyword"). Warns ("keyword-term") if a term
/// looks like an atom of a keyword.
void check_keywords(const CheckContext& context);

/// Checks that each relation has one number of arguments, for keywords GDL's own (code "arity").
void check_arities(const CheckContext& context);

/// Reports missing relations that every game needs (codes "no-role", "no-legal", "no-goal",
/// "no-terminal").
void check_completeness(const CheckContext& context);

/// Checks allowedness: a positive atom of the body as written binds every variable of the clause
/// (code "unsafe").
void check_safety(const CheckContext& context);

/// Checks that `init` does not depend on the state, nor `legal`, `goal` and `terminal` on moves
/// (code "keyword").
void check_dependencies(const CheckContext& context);

// Warnings.

/// Checks the recursion restriction: every argument of a positive literal that closes a cycle is
/// ground, an argument of the head, or occurs in a literal outside the cycle (code "recursion").
/// Sheets that violate it may still be finite; if terms grow without bound, lowering reports an
/// error of the same code.
void check_recursion(const CheckContext& context);

/// Reports relations that are used but never defined ("undefined"), and relations that are defined
/// but on which no keyword depends ("unused").
void check_relations(const CheckContext& context);

/// Reports only undefined relations.
void check_undefined(const CheckContext& context);

/// For sheets that could be read only in part: reports relations that no body uses and whose names
/// resemble keywords ("unused"). With `heads_are_lost` also reports relations and fluents that no
/// clause defines and whose names resemble others ("undefined"), instead of check_undefined.
void check_mistyped(const CheckContext& context, bool heads_are_lost);

/// Reports terms that would be computations if GDL had arithmetic, `(+ ?x 1)` ("arithmetic"); each
/// functor once.
void check_arithmetic(const CheckContext& context);

/// Reports players that are not roles ("stranger"), goal values that are not integers from 0 to 100
/// ("goal-value"), roles named twice ("duplicate-role"), and roles whose only goal value is 0
/// ("no-goals"; skipped if some clauses could not be read).
void check_suspicions(const CheckContext& context);

/// GDL-II: reports percepts (`sees`) of players that are not roles, and `sees` in a body
/// ("gdl-ii").
void check_percepts(const CheckContext& context);

/// Reports fluents missing from `base` and moves missing from `input`, if the sheet has such
/// declarations in the usual form ("base", "input"). Compares only functors.
void check_declarations(const CheckContext& context);

/// Reports fluents that get lost: read only with another number of arguments than they are given
/// with ("fluent-arity"); or given by `init` but by no rule for `next`, or only by rules for `next`
/// that do not depend on the previous state ("frame").
void check_fluents(const CheckContext& context);

/// Reports clauses that repeat an earlier one up to the names of variables; notes (code
/// "duplicate-clause"). Warns ("goal-several") of rules that give one role several goals under the
/// same conditions.
void check_duplicates(const CheckContext& context);

/// Reports constants that occur once in the sheet and resemble one in the same column, or in a
/// column connected with it by variables ("misspelt"). Call after the checks whose messages may be
/// about the same place.
void check_misspelt_constants(const CheckContext& context);

/// Reports variables that occur once in a clause and resemble another one of it ("misspelt"). Call
/// in the same order as check_misspelt_constants.
void check_misspelt_variables(const CheckContext& context);

/// Reports faults of comments that say how a board is drawn ("board-comment"; board_comment.h).
void check_board_comments(const CheckContext& context);

/// Reports rules that can never fire ("unreachable"), and roles without a move ("no-moves") or a
/// goal ("no-goals"), by the possible values of arguments (value_sets.h). Skips clauses with a
/// reported error of the codes "keyword" or "arity", and assumes that they derive every instance of
/// their heads.
void check_unreachable(const CheckContext& context);

}  // namespace tesuji::frontend
