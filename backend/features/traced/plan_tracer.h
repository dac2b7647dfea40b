// Traces one plan: turns its nested loops over all possible tuples into instructions.
#pragma once

#include "backend/features/traced/trace_state.h"
#include "ir/module/module.h"

namespace tesuji::slices {

/// Appends the plan's instructions to the program. Each inserted tuple becomes a row of its head's
/// relation, to whose slot it adds; with `tally` it is counted. Relations that are read may grow
/// meanwhile (recursion): new rows are not read. Throws TooLarge; then the program is incomplete.
void trace_plan(const ir::Plan& plan, TraceState& state, bool tally);

}  // namespace tesuji::slices
