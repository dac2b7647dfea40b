// Existence tests in a plan; introduce_exists.h says what the pass does.
#pragma once

#include "ir/module/module.h"

namespace tesuji::passes {

/// Whether anything changed. A plan that has existence tests or absent-checks already is
/// left alone. Estimates behind the tests become smaller: a test lets a binding through
/// at most once.
bool introduce_exists(ir::Plan& plan);

}  // namespace tesuji::passes
