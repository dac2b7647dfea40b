// Finds the largest part of an unsatisfiable conjunction that can be satisfied.
#pragma once

#include "backend/reference/prover.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::reference {

/// A binding that leaves as few goals unsatisfied as possible, applied to all goals.
struct PartialMatch {
  std::vector<Goal> satisfied;
  std::vector<Goal> failed;    ///< have no answer
  std::vector<Goal> untested;  ///< lack values of their variables, or take the prover too long
  bool exact = true;           ///< false: the search was cut off, there may be a better one
};

/// Searches for a binding that fails in one goal, then in two, and so on; takes the
/// first it finds. Goals are tried in their order, ground ones first, negations and
/// `distinct` only when they are ground; where `steps` trials are not enough, each goal
/// takes its first answer. Subtracts what it used from `steps`. The goals in
/// the result are in their old order. Throws ReasoningError.
[[nodiscard]] PartialMatch best_match(Prover& prover, const std::vector<Goal>& goals,
                                      std::size_t& steps);

/// The goals in the first binding that satisfies them all; nothing where none is found
/// within so many steps.
[[nodiscard]] std::optional<std::vector<Goal>> first_match(Prover& prover,
                                                           const std::vector<Goal>& goals,
                                                           std::size_t& steps);

}  // namespace tesuji::reference
