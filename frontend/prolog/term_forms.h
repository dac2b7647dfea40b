// Infers the forms that terms take in the arguments of a logic program's predicates, and solves
// equations and differences of compound terms in its clauses. A form is an atom with `_` for each
// constant, such as at(_,p(_,_)).
//
// The forms of a predicate are the least set that its clauses derive if all constants are
// considered equal, and negations, differences and comparisons are assumed to hold. That is
// abstract interpretation of the program over the domain of term depth without widening: an
// infinite set is reported as an error (flat_terms.h).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// --- Forms

/// Name and arity of a predicate.
using Signature = std::pair<std::string, std::size_t>;
[[nodiscard]] Signature signature_of(const ir::PrologTerm& atom);

/// Maps variables to their forms.
using Environment = std::map<std::string, ir::PrologTerm>;

/// Returns the form of a constant: the variable `_`.
[[nodiscard]] ir::PrologTerm leaf_form();
[[nodiscard]] bool is_leaf(const ir::PrologTerm& form);
/// Whether the term may have the form; binds variables that are not in `given` yet.
[[nodiscard]] bool fits(const ir::PrologTerm& term, const ir::PrologTerm& form, Environment& given);
/// Returns the form of the term; variables that are not in `given` are constants.
[[nodiscard]] ir::PrologTerm form_of(const ir::PrologTerm& term, const Environment& given);
/// Prints the form as in ir::Relation::atom: `(at ? (p ? ?))`.
[[nodiscard]] std::string pattern_text(const ir::PrologTerm& form);
/// Returns a relation name for atoms of this form: `at.p`.
[[nodiscard]] std::string relation_name(const ir::PrologTerm& form);
/// Returns the predicate's name for atoms of this form; the original name if all arguments are
/// constants.
[[nodiscard]] std::string form_name(const ir::PrologTerm& form);
/// Appends the arguments that replace a term of this form: `S'1` and `S'2` for S of form p(_,_),
/// names that cannot occur in a text.
void append_leaves(const ir::PrologTerm& term, const ir::PrologTerm& form,
                   std::vector<ir::PrologTerm>& into);
/// Whether all variables of the atom are, or may be, constants.
[[nodiscard]] bool has_leaves_only(const ir::PrologTerm& atom, const Environment& given);

/// The forms of all predicates that have clauses.
class TermForms {
 public:
  explicit TermForms(ir::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  using Clauses = std::vector<ir::LogicClause>;
  /// Returns false (reported, codes "endless" and "limit") if the forms are infinitely or too many.
  [[nodiscard]] bool find(const std::vector<const Clauses*>& programs);

  [[nodiscard]] bool declared(const ir::PrologTerm& atom) const;
  /// Returns the predicate's forms in order of discovery. The predicate must be declared.
  [[nodiscard]] const std::vector<ir::PrologTerm>& of(const Signature& predicate) const;
  /// Returns the forms of all predicates.
  [[nodiscard]] std::vector<ir::PrologTerm> all() const;
  /// Describes why an atom fits no form.
  [[nodiscard]] std::string misfit_text(const Signature& predicate) const;

 private:
  [[nodiscard]] bool derive(const ir::LogicClause& clause);
  [[nodiscard]] bool add(ir::PrologTerm form, const ir::LogicClause& clause);
  [[nodiscard]] bool is_recursive(const ir::LogicClause& clause) const;

  struct Predicate {
    std::vector<ir::PrologTerm> forms;
    std::set<std::string> texts;
    std::set<Signature> reads;  ///< in literals that are not negated
  };
  ir::Diagnostics& diagnostics_;
  std::map<Signature, Predicate> predicates_;
  bool grown_ = false;
};

/// Enumerates the combinations of forms that a clause's literals can have together.
class FormSearch {
 public:
  struct Choice {
    Environment given;                         ///< forms of the variables in these literals
    std::vector<const ir::PrologTerm*> forms;  ///< of non-negated literals of declared predicates
  };

  /// Both must outlive it; `forms` must not grow during each().
  FormSearch(const TermForms& forms, const ir::LogicClause& clause);

  /// Returns whether to continue.
  using Action = std::function<bool(const Choice&)>;
  /// Returns false if there are too many combinations.
  [[nodiscard]] bool each(const Action& action);
  /// Returns, after an each() without a choice, the first atom that fits no form; null if no single
  /// atom is the cause.
  [[nodiscard]] const ir::PrologTerm* misfit() const { return misfit_; }

 private:
  void search(std::size_t literal, Choice& choice, const Action& action);

  const TermForms& forms_;
  const ir::LogicClause& clause_;
  std::size_t steps_ = 0;
  bool is_over_ = false;
  std::size_t furthest_ = 0;
  const ir::PrologTerm* misfit_ = nullptr;
};

// --- Equations

/// `=` and `==`.
[[nodiscard]] bool is_equation(const ir::PrologTerm& atom);
/// `\=`, `\==` and dif.
[[nodiscard]] bool is_difference(const ir::PrologTerm& atom);
/// Any of the above.
[[nodiscard]] bool is_comparison(const ir::PrologTerm& atom);

struct SolvedEquations {
  /// nullopt if the equations have no unifier, including by the occurs check
  std::optional<ir::LogicClause> clause;
  bool too_large = false;  ///< the terms grow too large, so that nothing is known
};

/// Returns the clause without its equations, its variables replaced by the most general unifier.
[[nodiscard]] SolvedEquations solve_equations(const ir::LogicClause& clause);

/// A comparison of terms, reduced to a comparison of their constants.
struct FlatComparison {
  bool never = false;                               ///< it cannot hold
  std::optional<ir::LogicClause::Literal> literal;  ///< nullopt: it always holds, or never
};

/// Rewrites `S \= p(1,A)` as dif((S'1,S'2),(1,A)), with tuples as compounds without a name; removes
/// differences whose outcome the forms, or constants, determine. A negated difference remains
/// negated. `literal` is not an equation unless negated.
[[nodiscard]] FlatComparison flat_comparison(const ir::LogicClause::Literal& literal,
                                             const Environment& given);

}  // namespace tesuji::frontend
