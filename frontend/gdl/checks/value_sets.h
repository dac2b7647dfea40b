// Computes possible values of arguments: for every place, the constants and functors that clauses
// can put there. An abstract interpretation of the rulesheet in the manner of the domain graph,
// Definition 20 of Haufe, Schiffel and Thielscher (2012): a fixpoint in which each place is a set
// of symbols of its own, `true` takes what `init` and `next` have, `does` what `legal` has, and
// negation counts for nothing. A relation that no clause defines counts as one whose clauses are
// missing: it may hold for anything. So the sets hold all that can ever arise, and mostly more.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/gdl_keywords.h"
#include "frontend/gdl/gdl_visit.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {

/// Why a clause has no instance.
struct Impossible {
  enum class Reason {
    relation,     ///< `literal` is an atom of a relation that never holds
    value,        ///< `term` stands where `literal` never has it
    variable,     ///< no value of the variable `term` fits `literal` and those before it
    disjunction,  ///< no branch of `literal` can hold
    comparison,   ///< `literal` compares terms whose difference is known
  };
  Reason reason = Reason::relation;
  const Literal* literal = nullptr;
  const Term* term = nullptr;  ///< value, variable
  /// value: the constants (or functors, as `term` is one) that do stand there
  std::vector<ir::Symbol> possible;
};

/// From an atom or a compound term to one of its arguments.
struct ValueStep {
  ir::Symbol name = ir::no_symbol;  ///< of the relation or function
  std::size_t arity = 0;
  std::size_t argument = 0;  ///< counted from 0
};

/// What can stand in some place.
struct PossibleValues {
  bool anything = true;         ///< nothing is known
  std::vector<TermForm> forms;  ///< constants and functors, in order of their first appearance
};

class ValueSets {
 public:
  /// `rulesheet` must be normalised, and outlive the result. `faulty`: the clauses with errors of
  /// the codes "keyword" and "arity", which count as if their bodies always held.
  ValueSets(const Rulesheet& rulesheet, const Keywords& keywords,
            const std::unordered_set<const Clause*>& faulty = {});
  ~ValueSets();
  ValueSets(ValueSets&&) noexcept;

  /// Nothing where the clause, one of the rulesheet's and not faulty, may have an instance.
  [[nodiscard]] std::optional<Impossible> impossible(const Clause& clause) const;

  /// Whether an atom of a relation of this keyword may have the constant `value` as
  /// its first argument.
  [[nodiscard]] bool may_begin_with(Keyword keyword, ir::Symbol value) const;

  /// What can stand in the place that a way of at least one step leads to; the first step is that
  /// from an atom. Nothing is known of relations that no clause defines.
  [[nodiscard]] PossibleValues values_at(std::span<const ValueStep> path) const;

  /// What each variable of the clause, one of the rulesheet's, can stand for, by symbol. Empty
  /// where the clause has no instance.
  [[nodiscard]] std::vector<std::pair<ir::Symbol, PossibleValues>> variable_values(
      const Clause& clause) const;

 private:
  class Analysis;
  std::unique_ptr<Analysis> analysis_;
};

}  // namespace tesuji::frontend
