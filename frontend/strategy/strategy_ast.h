// Declares the abstract syntax of a learned strategy: a Prolog program whose only terms are the
// constants of fluents.
#pragma once

#include "ir/core/prolog_term.h"
#include "ir/core/source.h"

#include <string>
#include <vector>

namespace tesuji::frontend {

/// An argument that denotes a state; it is always a variable.
struct StrategyVariable {
  std::string name;
  ir::Span span;
  [[nodiscard]] bool anonymous() const { return name == "_"; }
};

/// `p(A,B)`, or its negation `not p(A,B)`. A goal with constants is a fluent of a state:
/// `cell(B,1,1,x)`.
struct StrategyGoal {
  bool negated = false;
  std::string predicate;
  std::vector<StrategyVariable> args;
  std::vector<ir::PrologTerm> constants;  ///< after the state; ground
  ir::Span span;                          ///< including the `not`
  ir::Span name_span;                     ///< of the predicate's name only
};

/// `head :- body.`; an empty body is a fact.
struct StrategyClause {
  StrategyGoal head;
  std::vector<StrategyGoal> body;
  ir::Span span;  ///< without the final `.`
};

}  // namespace tesuji::frontend
