// Declares the abstract syntax of a learned strategy, a Prolog program whose only terms are the
// constants of fluents, and reads it from text.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/core/prolog_term.h"
#include "ir/core/source.h"

#include <string>
#include <vector>

namespace tesuji::frontend {

// --- Syntax tree

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

// --- Reader

/// Returns the clauses of the file's text in source order. Reports (code "parse") and skips text
/// that is not a clause of the form
///     p(A,B) :- q(A,C), not(r(C,_)), \+ s(C), t(C,B).
/// Reading resumes after its `.`.
[[nodiscard]] std::vector<StrategyClause> read_strategy(ir::FileId file,
                                                        ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
