// Computes possible values of arguments: for every place, the constants and functors that clauses
// can put there. An abstract interpretation of the rulesheet in the manner of the domain graph,
// Definition 20 of Haufe, Schiffel and Thielscher (2012): a fixpoint in which each place has its
// own set of symbols, `true` has the values of `init` and `next`, `does` those of `legal`, and
// negation is ignored. A relation that no clause defines is treated as if its clauses were missing:
// it may hold for any arguments. So the sets over-approximate the values that can occur.
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

/// The reason why a clause has no instance.
struct Impossible {
  enum class Reason {
    relation,     ///< `literal` is an atom of a relation that never holds
    value,        ///< `term` is in a place where it never occurs
    variable,     ///< no value of the variable `term` satisfies `literal` and those before it
    disjunction,  ///< no branch of `literal` can hold
    comparison,   ///< `literal` compares terms that are known to be equal or different
  };
  Reason reason = Reason::relation;
  const Literal* literal = nullptr;
  const Term* term = nullptr;  ///< value, variable
  /// value: the constants (or functors, like `term`) that can occur there
  std::vector<ir::Symbol> possible;
};

/// A step from an atom or compound term to one of its arguments.
struct ValueStep {
  ir::Symbol name = ir::no_symbol;  ///< of the relation or function
  std::size_t arity = 0;
  std::size_t argument = 0;  ///< counted from 0
};

/// The values that can occur in some place.
struct PossibleValues {
  bool anything = true;         ///< any value; nothing is known
  std::vector<TermForm> forms;  ///< constants and functors, in order of their first appearance
};

class ValueSets {
 public:
  /// `rulesheet` must be normalised, and outlive the result. `faulty`: the clauses with errors of
  /// the codes "keyword" and "arity", whose bodies are assumed to hold always.
  ValueSets(const Rulesheet& rulesheet, const Keywords& keywords,
            const std::unordered_set<const Clause*>& faulty = {});
  ~ValueSets();
  ValueSets(ValueSets&&) noexcept;

  /// Returns nullopt if the clause, a non-faulty one of the rulesheet, may have an instance.
  [[nodiscard]] std::optional<Impossible> impossible(const Clause& clause) const;

  /// Whether an atom of a relation of this keyword may have the constant `value` as its first
  /// argument.
  [[nodiscard]] bool may_begin_with(Keyword keyword, ir::Symbol value) const;

  /// Returns the values that can occur at the end of `path`, which has at least one step and begins
  /// at an atom. Nothing is known of undefined relations.
  [[nodiscard]] PossibleValues values_at(std::span<const ValueStep> path) const;

  /// Returns the possible values of each variable of the clause, one of the rulesheet's, by symbol.
  /// Empty if the clause has no instance.
  [[nodiscard]] std::vector<std::pair<ir::Symbol, PossibleValues>> variable_values(
      const Clause& clause) const;

 private:
  class Analysis;
  std::unique_ptr<Analysis> analysis_;
};

}  // namespace tesuji::frontend
