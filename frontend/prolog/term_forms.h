// Infers the forms that terms take in the arguments of a logic program's predicates: a form is an
// atom with `_` for each constant, such as at(_,p(_,_)).
//
// The forms of a predicate are the least set that its clauses derive if all constants are held to
// be one, and negations, differences and comparisons to hold. That is abstract interpretation of
// the program over the domain of term depth without widening: where the set has no end, this is
// reported instead (flat_terms.h).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_clause.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {

/// Name and arity of a predicate.
using Signature = std::pair<std::string, std::size_t>;
[[nodiscard]] Signature signature_of(const ir::PrologTerm& atom);

/// Forms of variables.
using Environment = std::map<std::string, ir::PrologTerm>;

/// The form of a constant: the variable `_`.
[[nodiscard]] ir::PrologTerm leaf_form();
[[nodiscard]] bool is_leaf(const ir::PrologTerm& form);
/// Whether the term may have the form; binds variables that are not in `given` yet.
[[nodiscard]] bool fits(const ir::PrologTerm& term, const ir::PrologTerm& form, Environment& given);
/// The form of the term; variables that are not in `given` are constants.
[[nodiscard]] ir::PrologTerm form_of(const ir::PrologTerm& term, const Environment& given);
/// As ir::Relation::atom has it: `(at ? (p ? ?))`.
[[nodiscard]] std::string pattern_text(const ir::PrologTerm& form);
/// A name for a relation of atoms of this form: `at.p`.
[[nodiscard]] std::string relation_name(const ir::PrologTerm& form);
/// The name of the predicate of the atoms of this form; the atom's own where all are constants.
[[nodiscard]] std::string form_name(const ir::PrologTerm& form);
/// The arguments that a term of this form becomes: `S'1` and `S'2` of S where it is p(_,_), names
/// that no text can write.
void append_leaves(const ir::PrologTerm& term, const ir::PrologTerm& form,
                   std::vector<ir::PrologTerm>& into);
/// Whether all variables of the atom are, or may be, constants.
[[nodiscard]] bool has_leaves_only(const ir::PrologTerm& atom, const Environment& given);

/// The forms of all predicates that have clauses.
class TermForms {
 public:
  explicit TermForms(ir::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  using Clauses = std::vector<ir::LogicClause>;
  /// False (reported, codes "endless" and "limit") where there is no end of forms, or too many.
  [[nodiscard]] bool find(const std::vector<const Clauses*>& programs);

  [[nodiscard]] bool declared(const ir::PrologTerm& atom) const;
  /// In the order in which they were found. Requires that it is declared.
  [[nodiscard]] const std::vector<ir::PrologTerm>& of(const Signature& predicate) const;
  /// Those of all predicates.
  [[nodiscard]] std::vector<ir::PrologTerm> all() const;
  /// Words for why an atom fits no form.
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

/// Goes through the ways in which a clause's literals can have forms together.
class FormSearch {
 public:
  struct Choice {
    Environment given;                         ///< forms of the variables in these literals
    std::vector<const ir::PrologTerm*> forms;  ///< of literals of declared predicates, not negated
  };

  /// Both must outlive it; `forms` must not grow during each().
  FormSearch(const TermForms& forms, const ir::LogicClause& clause);

  /// Returns whether to go on.
  using Action = std::function<bool(const Choice&)>;
  /// False where there are too many ways.
  [[nodiscard]] bool each(const Action& action);
  /// After each(): where there was no choice, the first atom that nothing fits, if one is to blame.
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

}  // namespace tesuji::frontend
