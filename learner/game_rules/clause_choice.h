// Chooses among all clauses found those that cover the most for the fewest bits.
#pragma once

#include "learner/game_rules/clause_matches.h"

#include <cstddef>
#include <set>
#include <vector>

namespace tesuji::learner {

/// Collects clauses that cover no negative example of a problem, taken or not.
class ClauseChoice {
 public:
  /// `problem` must outlive it.
  ClauseChoice(const RuleProblem& problem, std::size_t most_words)
      : problem_(problem), most_words_(most_words) {}

  /// Adds a clause that was found, but not taken.
  void offer(const PlayClause& clause, double cost);
  /// Adds a clause of the program, with the examples it covers and its cost.
  void take(const PlayClause& clause, std::vector<Word> covered, double cost);
  [[nodiscard]] const std::vector<PlayClause>& taken() const { return taken_; }

  /// Returns a subset of all clauses that covers what the taken clauses cover, at the least cost
  /// that a greedy choice finds (Chvatal 1979, A greedy heuristic for the set-covering problem),
  /// but at most at the cost of the taken clauses. In the order in which clauses were added.
  [[nodiscard]] std::vector<PlayClause> cheapest();
  /// Returns the cost of the last cheapest().
  [[nodiscard]] double cost() const { return cost_; }

 private:
  struct Option {
    PlayClause clause;
    std::vector<Word> covered;  ///< positive examples
    double cost = 0;
  };

  [[nodiscard]] std::vector<std::size_t> greedy(const std::vector<Option>& options) const;
  static double cost_of(const std::vector<Option>& options, const std::vector<std::size_t>& chosen);

  const RuleProblem& problem_;
  std::size_t most_words_;
  std::vector<Option> options_;  ///< the taken clauses
  std::vector<std::pair<double, PlayClause>> offered_;
  std::set<PlayClause> known_;
  std::vector<PlayClause> taken_;
  double cost_ = 0;
};

}  // namespace tesuji::learner
