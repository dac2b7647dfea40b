// Options --start-seconds and --play-seconds: the clocks of players of other servers.
#pragma once

#include "tools/base/arguments.h"

namespace tesuji::tools {

/// For players that are elsewhere.
struct RemoteContext {
  double start_clock = 30;  ///< seconds, whole ones
  double play_clock = 10;   ///< the same
};

/// In a group of their own.
void add_remote_options(Command& command, RemoteContext& remote);

}  // namespace tesuji::tools
