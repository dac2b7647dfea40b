// Handles Ctrl-C: before there is a result, it ends the process with a message. Then the first one
// asks long-running subcommands to stop and print what they have, a second one ends the process at
// once.
#pragma once

#include <atomic>

namespace tesuji::tools {

/// From now on SIGINT, SIGTERM and SIGHUP, unless they are ignored, end the process with a message
/// and exit_limit: while rules are read and compiled, which look at no flag and leave nothing half
/// done.
void end_at_interrupts();

/// Installs the handlers for SIGINT, SIGTERM and, unless it is ignored, SIGHUP that set the flag;
/// returns it. May be called more than once.
const std::atomic<bool>& watch_interrupts();

/// The flag alone, for what is prepared before it is watched.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

/// Whether such a signal has come.
[[nodiscard]] bool interrupted();

}  // namespace tesuji::tools
