// Explains why a query has no answer: lists, for each clause that could prove it, the goals of the
// body that fail.
//
// Of all bindings that satisfy part of a body, it chooses one that leaves as few goals unsatisfied
// as possible.
#pragma once

#include "backend/reference/program.h"
#include "backend/reference/prover.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::reference {

struct WhyNotLimits {
  std::size_t depth = 1;            ///< levels of clauses to explain
  std::size_t attempts = 500;       ///< clauses to explain, on all levels together
  std::size_t body_steps = 5'000;   ///< goals and answers to try per body
  std::size_t all_steps = 100'000;  ///< and for all bodies together
  /// Limits for proving one goal of a body; a goal that exceeds them counts as untested.
  Limits goal{.steps = 500'000, .answers = 100'000};
};

struct WhyNot;

/// A goal of a body that does not hold, with bindings applied.
struct FailedGoal {
  Goal goal;
  bool undefined = false;  ///< an atom of a relation that no clause defines
  /// If a negated derived atom fails: the clause that proves the atom, and its instance.
  std::optional<ClauseId> witness;
  std::vector<Goal> witness_body;
  /// For `true`: fluents of the state that differ in one argument, best one last, at most three.
  /// For `does`: the role's actual moves, as atoms.
  std::vector<TermId> instead;
  std::vector<WhyNot> below;  ///< the next level, within WhyNotLimits::depth
};

/// A body that could have proved the goal.
struct Attempt {
  std::optional<ClauseId> clause;  ///< empty: the query itself, or part of a disjunction
  std::vector<Goal> satisfied;     ///< in body order, bindings applied
  std::vector<FailedGoal> failed;
  std::vector<Goal> untested;  ///< negations with unbound variables; goals that take too long
  bool exact = true;           ///< false: a better binding may exist
};

/// Explains why a goal does not hold. Without attempts: no clause's head unifies with it.
struct WhyNot {
  Goal goal;
  std::vector<Attempt> attempts;
  std::size_t left_out = 0;  ///< clauses beyond WhyNotLimits::attempts
};

struct Explanation {
  bool holds = false;  ///< then there is nothing to explain
  /// For a query of one derived atom: that atom with its clauses. Otherwise: the query as an
  /// attempt.
  std::optional<WhyNot> atom;
  std::optional<Attempt> query;
  std::vector<std::string> names;  ///< of variables by number
};

/// Explains a query in the prover's situation. Throws ReasoningError.
[[nodiscard]] Explanation why_not(Prover& prover, const Query& query, const WhyNotLimits& limits);

}  // namespace tesuji::reference
