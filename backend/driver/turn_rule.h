// The turn analysis of passes/turn_taking.h in terms of states and moves.
#pragma once

#include "ir/layout.h"
#include "ir/module.h"
#include "runtime/host/turns.h"

namespace tesuji::driver {

/// Control fluents that are kept as bits become tests of a state's word; where one
/// is not, the rule has no control. Waiting moves become move ids.
[[nodiscard]] runtime::TurnRule make_turn_rule(const ir::Module& module, const ir::Layout& layout);

}  // namespace tesuji::driver
