// Makes the invariants that a game's goals should satisfy.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// The set Goals of 6.3: zero-sum (the goals at the end add up to 100), a single goal per role at
/// the end, and goals that never fall. Nothing where `goal` is not about roles and values.
/// `left_out`: told in words where zero-sum would have too many combinations of goals.
[[nodiscard]] std::vector<ir::Invariant> goal_invariants(const ir::Module& module,
                                                         std::vector<std::string>& left_out);

/// A sum to which the goals of all roles may add up at the end.
struct GoalSum {
  std::int64_t sum = 0;
  ir::Invariant invariant;
};

/// That goals add up to it, for each sum that they can have but 100 (`zero_sum`). None where there
/// are fewer than two roles, or too many sums.
[[nodiscard]] std::vector<GoalSum> goal_sums(const ir::Module& module);

/// That no play ends with a value as the role's only goal: what a plan violates.
struct GoalNotReached {
  int value = 0;
  ir::Invariant invariant;
};

/// For each goal value that the role may have, the highest first. `role`: position in
/// Module::roles. None where `goal` is not about roles and values.
[[nodiscard]] std::vector<GoalNotReached> goals_not_reached(const ir::Module& module,
                                                            std::size_t role);

}  // namespace tesuji::proofs
