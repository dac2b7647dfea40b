// Handles Ctrl-C. Before there is a result, it ends the process with a message. Later, the first
// one asks long-running subcommands to stop and print what they have, a second one ends the process
// at once.
#pragma once

#include <atomic>

namespace tesuji::tools {

/// From now on SIGINT, SIGTERM and SIGHUP, unless they are ignored, end the process with a message
/// and exit_limit: for the time in which rules are read and compiled, which checks no flag and
/// leaves no partial files.
void end_at_interrupts();

/// Installs handlers for SIGINT, SIGTERM and, unless it is ignored, SIGHUP that set the flag;
/// returns the flag. May be called more than once.
const std::atomic<bool>& watch_interrupts();

/// Returns the flag without installing handlers, for objects that are prepared earlier.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

/// Whether such a signal has arrived.
[[nodiscard]] bool interrupted();

}  // namespace tesuji::tools
