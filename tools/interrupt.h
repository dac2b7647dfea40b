// Ctrl-C: the first one asks long-running subcommands to stop and print what
// they have, a second one ends the process at once.
#pragma once

#include <atomic>

namespace tesuji::tools {

/// Installs the handlers for SIGINT, SIGTERM and, unless it is ignored, SIGHUP; returns the flag
/// they set. May be called more than once.
const std::atomic<bool>& watch_interrupts();

/// Whether such a signal has come.
[[nodiscard]] bool interrupted();

}  // namespace tesuji::tools
