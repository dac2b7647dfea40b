// Computes possible values of arguments: for every place, the constants and functors that clauses
// can put there. An abstract interpretation of the rulesheet in the manner of the domain graph,
// Definition 20 of Haufe, Schiffel and Thielscher (2012): a fixpoint in which each place is a set
// of symbols of its own, `true` takes what `init` and `next` have, `does` what `legal` has, and
// negation counts for nothing. A relation that no clause defines counts as one whose clauses are
// missing: it may hold for anything. So the sets hold all that can ever arise, and mostly more.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/gdl_keywords.h"

#include <memory>
#include <optional>
#include <unordered_set>
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

 private:
  class Analysis;
  std::unique_ptr<Analysis> analysis_;
};

}  // namespace tesuji::frontend
