// Makes the invariants that a game's goals should satisfy.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// Returns the set Goals of 6.3: zero-sum (the goals at the end add up to 100), a single goal per
/// role at the end, and goals that never fall. Returns nothing if `goal` is not about roles and
/// values. Adds to `left_out`, in words, if zero-sum would have too many combinations of goals.
[[nodiscard]] std::vector<ir::Invariant> goal_invariants(const ir::Module& module,
                                                         std::vector<std::string>& left_out);

/// A sum to which the goals of all roles may add up at the end.
struct GoalSum {
  std::int64_t sum = 0;
  ir::Invariant invariant;
};

/// Returns, for each possible sum except 100 (`zero_sum`), the formula that goals add up to it.
/// Returns none for fewer than two roles, or too many sums.
[[nodiscard]] std::vector<GoalSum> goal_sums(const ir::Module& module);

/// The formula that no play ends with this value as the role's only goal. A plan for the goal
/// violates it.
struct GoalNotReached {
  int value = 0;
  ir::Invariant invariant;
};

/// Returns a formula for each possible goal value of the role, highest first. `role`: position in
/// Module::roles. Returns none if `goal` is not about roles and values.
[[nodiscard]] std::vector<GoalNotReached> goals_not_reached(const ir::Module& module,
                                                            std::size_t role);

}  // namespace tesuji::proofs
