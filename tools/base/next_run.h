// Resets what a process remembers of a run of a command, so that it can run the next one.
#pragma once

namespace tesuji::tools {

/// From now on print_diagnostics (report.h) prints warnings and notes that it has already printed.
void forget_printed_remarks();

/// Forgets the outputs of commands (outputs.h), which end with the commands themselves.
void forget_outputs();

/// Sets the flag of interrupts (interrupt.h) as a signal does, or clears it.
void set_interrupted(bool stop);

}  // namespace tesuji::tools
