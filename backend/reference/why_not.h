// Explains why a query has no answer: lists, for every clause that could give one, the goals of the
// body that fail.
//
// Of the bindings that satisfy a body in part, the explanation takes one that leaves
// as few goals unsatisfied as possible.
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/prover.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::reference {

struct WhyNotLimits {
  std::size_t depth = 1;            ///< levels of clauses to look into
  std::size_t attempts = 500;       ///< clauses to explain, on all levels together
  std::size_t body_steps = 5'000;   ///< goals and answers to try per body
  std::size_t all_steps = 100'000;  ///< and for all bodies together
  /// What proving one goal of a body may take; one that takes more counts as untested.
  Limits goal{.steps = 500'000, .answers = 100'000};
};

struct WhyNot;

/// A goal of a body that does not hold, bindings applied.
struct FailedGoal {
  Goal goal;
  bool undefined = false;  ///< an atom of a relation that no clause defines
  /// A negation of a derived atom fails by this instance of a clause.
  std::optional<ClauseId> witness;
  std::vector<Goal> witness_body;
  /// For `true`: fluents of the state that differ in one argument, the last one best, at
  /// most three. For `does`: what the role does, as atoms.
  std::vector<TermId> instead;
  std::vector<WhyNot> below;  ///< the next level, where WhyNotLimits::depth asks for it
};

/// A body that could have given the answer.
struct Attempt {
  std::optional<ClauseId> clause;  ///< none: the query itself, a disjunction's part
  std::vector<Goal> satisfied;     ///< in body order, bindings applied
  std::vector<FailedGoal> failed;
  std::vector<Goal> untested;  ///< negations without values; what takes too long
  bool exact = true;           ///< false: a better binding may exist
};

/// Why a goal does not hold. Without attempts: no clause's head unifies with it.
struct WhyNot {
  Goal goal;
  std::vector<Attempt> attempts;
  std::size_t left_out = 0;  ///< clauses beyond WhyNotLimits::attempts
};

struct Explanation {
  bool holds = false;  ///< nothing to explain, then
  /// For a query of one derived atom that atom, with its clauses. Else the query as an
  /// attempt of its own.
  std::optional<WhyNot> atom;
  std::optional<Attempt> query;
  std::vector<std::string> names;  ///< of variables by number
};

/// Explains a query in the prover's situation. Throws ReasoningError.
[[nodiscard]] Explanation why_not(Prover& prover, const Query& query, const WhyNotLimits& limits);

}  // namespace tesuji::reference
