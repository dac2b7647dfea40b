// Represents parsed files for clause induction: examples, background knowledge with declarations.
// Clause metarules are in ir/formulas/clause_metarule.h.
#pragma once

#include "ir/formulas/logic_clause.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::ir {

/// Content that only files in the form of Popper's bias.pl have.
struct BiasText {
  struct Number {
    std::uint32_t value = 0;
    Span span;
  };
  bool given = false;                          ///< whether the file used that form
  std::vector<PredicateName> head_predicates;  ///< head_pred: predicates to learn
  std::optional<Number> max_variables;         ///< max_vars: of a clause
  std::optional<Number> max_body;              ///< max_body: literals of a clause
  /// direction(tail,(in,out)): for each argument, whether calls need a value there.
  struct Direction {
    PredicateName predicate;
    std::vector<bool> inputs;
  };
  std::vector<Direction> directions;
  bool recursion = false;    ///< enable_recursion
  bool invention = false;    ///< enable_pi
  bool singletons = false;   ///< allow_singletons: variables that occur once
  bool non_datalog = false;  ///< variables that occur only in the head
  /// Rules, and facts that are not declarations: declarations may follow from them.
  std::vector<LogicClause> clauses;
  std::vector<PredicateName> ignored;  ///< declarations that a search by metarules cannot use
};

struct BackgroundText {
  std::vector<LogicClause> clauses;
  std::vector<PredicateName> body_predicates;  ///< body_pred, prim
  std::vector<PrologTerm> types;               ///< `mother(person,person)` of type(..)
  std::optional<std::uint32_t> max_clauses;
  BiasText bias;
};

struct ExampleText {
  PrologTerm atom;  ///< an atom or a compound, ground
  bool positive = true;
};

}  // namespace tesuji::ir
