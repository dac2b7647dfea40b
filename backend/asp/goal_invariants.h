// What a game's goals should satisfy.
#pragma once

#include "ir/formula.h"
#include "ir/module.h"

#include <vector>

namespace tesuji::asp {

/// The set Goals of 6.3: zero-sum (the goals at the end add up to 100; left out where there are
/// too many combinations of goals to write down), a single goal per role at the end, and goals
/// that never fall. Nothing where `goal` is not about roles and values.
[[nodiscard]] std::vector<ir::Invariant> goal_invariants(const ir::Module& module);

}  // namespace tesuji::asp
