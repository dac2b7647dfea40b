// Makes the invariants that a game's goals should satisfy.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <string>
#include <vector>

namespace tesuji::asp {

/// The set Goals of 6.3: zero-sum (the goals at the end add up to 100), a single goal per role at
/// the end, and goals that never fall. Nothing where `goal` is not about roles and values.
/// `left_out`: told in words where zero-sum would have too many combinations of goals.
[[nodiscard]] std::vector<ir::Invariant> goal_invariants(const ir::Module& module,
                                                         std::vector<std::string>& left_out);

}  // namespace tesuji::asp
