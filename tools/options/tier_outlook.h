// Reports what a game waits for while another engine answers in its place.
#pragma once

#include "backend/driver/load.h"

namespace tesuji::tools {

/// Prints to standard error why the requested native code is not ready yet, and when it will be;
/// nothing if it is ready, or if tiers were requested.
void print_outlook(const driver::LoadedGame& game);

}  // namespace tesuji::tools
