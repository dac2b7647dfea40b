// Computes the truths of a program's predicates in the states of a sample.
#pragma once

#include "learner/lookahead/truth.h"
#include "learner/migo/learned_program.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::learner {

/// Not thread-safe. The sample must outlive it and must not grow meanwhile.
class ProgramTruths {
 public:
  explicit ProgramTruths(const StateSample& sample);

  /// Evaluates the predicates of the program that are not evaluated yet; those already evaluated
  /// must be the first ones.
  void extend(const LearnedProgram& program);

  [[nodiscard]] const Truth& of(const Callee& callee) const { return truths_[place(callee)]; }
  /// Whether a move leads to a state with the property.
  [[nodiscard]] const Truth& some(const Callee& callee);
  [[nodiscard]] Truth of_clause(const LearnedClause& clause);

 private:
  [[nodiscard]] static std::size_t place(const Callee& callee);

  const StateSample* sample_;
  std::vector<Truth> truths_;  ///< move, won, drawn, then predicates
  std::vector<std::optional<Truth>> some_;
};

}  // namespace tesuji::learner
