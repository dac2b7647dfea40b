// Writes tested clauses with their examples as a Prolog program, to check independently what they
// cover (tools/baseline/iggp_counts.pl).
#pragma once

#include "learner/game_rules/clause_matches.h"

#include <cstddef>
#include <set>
#include <string>

namespace tesuji::learner {

class ClauseLog {
 public:
  /// Logs at most `most` clauses of each target predicate, those tested in its first world only.
  explicit ClauseLog(std::size_t most) : most_(most) {}

  void add(const RuleProblem& problem, const PlayClause& clause, const RuleCounts& counts);

  /// Returns facts `fact(Predicate, State, Args)`, static ones with State `any`;
  /// `example(Predicate, State, Args, Sign)`; and `tested(Head, Body, Positive, Negative)`, where a
  /// body is a list of `Predicate-Args`, `not(Predicate-Args)`, `X=Y` and `dif(X,Y)`.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void write_world(const RuleProblem& problem, PlayPredicate target);

  std::size_t most_;
  PlayPredicate last_ = no_row;
  std::set<PlayPredicate> seen_;
  const FactWorld* world_ = nullptr;
  std::size_t count_ = 0;
  std::string text_;
};

}  // namespace tesuji::learner
