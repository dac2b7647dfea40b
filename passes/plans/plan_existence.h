// Existence tests in a plan; introduce_exists.h says what the pass does.
#pragma once

#include "ir/module/module.h"

namespace tesuji::passes {

/// Tests within tests: so deep, and the text form reads them back.
inline constexpr int max_test_depth = 50;

/// Whether anything changed. A plan that has existence tests or absent-checks already is
/// left alone. Estimates behind the tests become smaller: a test lets a binding through
/// at most once.
bool introduce_exists(ir::Plan& plan);

}  // namespace tesuji::passes
