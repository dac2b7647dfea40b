// The abstract syntax of a learned strategy: a Prolog program without terms.
#pragma once

#include "ir/core/source.h"

#include <string>
#include <vector>

namespace tesuji::frontend {

/// An argument: strategies speak of states only, so every argument is a variable.
struct StrategyVariable {
  std::string name;
  ir::Span span;
  [[nodiscard]] bool anonymous() const { return name == "_"; }
};

/// `p(A,B)`, or its negation `not p(A,B)`.
struct StrategyGoal {
  bool negated = false;
  std::string predicate;
  std::vector<StrategyVariable> args;
  ir::Span span;       ///< with the `not`
  ir::Span name_span;  ///< of the predicate's name alone
};

/// `head :- body.`; an empty body is a fact.
struct StrategyClause {
  StrategyGoal head;
  std::vector<StrategyGoal> body;
  ir::Span span;  ///< without the final `.`
};

}  // namespace tesuji::frontend
