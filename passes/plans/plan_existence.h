// Existence tests in a plan; introduce_exists.h says what the pass does.
#pragma once

#include "ir/module/module.h"

#include <set>
#include <vector>

namespace tesuji::passes {

/// Tests within tests: so deep, and the text form reads them back.
inline constexpr int max_test_depth = 50;

/// The variables of the operation that are not bound when it begins.
[[nodiscard]] std::set<ir::VariableId> open_variables(const ir::Operation& op,
                                                      const std::vector<bool>& bound);

/// These operations, some at least, as a test that the pass introduces.
[[nodiscard]] ir::Operation existence_test(std::vector<ir::Operation> body, double estimate);

/// Whether anything changed. A plan that has existence tests or absent-checks already is
/// left alone. Estimates behind the tests become smaller: a test lets a binding through
/// at most once.
bool introduce_exists(ir::Plan& plan);

}  // namespace tesuji::passes
