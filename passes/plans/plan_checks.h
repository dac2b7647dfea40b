// Absent-checks in plans; insert_absent.h says what the pass does.
#pragma once

#include "ir/module/module.h"

namespace tesuji::passes {

/// Puts `unless_derived` into the module's plans, behind the operation that binds the
/// last variable of the head, where it is expected to save more steps than it takes:
/// where the tuple may come up more than once, and what is still to be done for it is
/// no less than the check. Whether anything changed.
bool insert_absent_checks(ir::Module& module);

}  // namespace tesuji::passes
