// Traces one plan: turns its nested loops over all possible tuples into instructions.
#pragma once

#include "backend/features/traced/trace_state.h"
#include "ir/module/module.h"

namespace tesuji::slices {

/// Appends the plan's instructions to the program. What it inserts becomes a row of its head's
/// relation, whose slot it adds to; or with `tally` is counted. Relations that are read may grow
/// meanwhile (recursion): what comes up is not looked at. Throws TooLarge; then the program is cut
/// short somewhere.
void trace_plan(const ir::Plan& plan, TraceState& state, bool tally);

}  // namespace tesuji::slices
