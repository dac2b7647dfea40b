// Adds the options --start-seconds and --play-seconds: the clocks of players on other servers.
#pragma once

#include "tools/base/arguments.h"

namespace tesuji::tools {

/// For players on other servers.
struct RemoteContext {
  double start_clock = 30;  ///< whole seconds
  double play_clock = 10;   ///< whole seconds
};

/// Adds them in a group of their own.
void add_remote_options(Command& command, RemoteContext& remote);

}  // namespace tesuji::tools
