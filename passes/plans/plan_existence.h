// Introduces existence tests into a plan; introduce_exists.h describes the pass.
#pragma once

#include "ir/module/module.h"

#include <set>
#include <vector>

namespace tesuji::passes {

/// Maximum nesting of tests, such that the text form can be parsed back.
inline constexpr int max_test_depth = 50;

/// Returns the variables of the operation that are unbound before it.
[[nodiscard]] std::set<ir::VariableId> open_variables(const ir::Operation& op,
                                                      const std::vector<bool>& bound);

/// Wraps these operations, at least one, in a test marked as introduced by the pass.
[[nodiscard]] ir::Operation existence_test(std::vector<ir::Operation> body, double estimate);

/// Returns whether anything changed. Does not change a plan that already has existence tests or
/// absent-checks. Estimates after the tests decrease: a test lets a binding pass at most once.
bool introduce_exists(ir::Plan& plan);

}  // namespace tesuji::passes
