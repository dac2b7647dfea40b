// Reports what a game waits for while something else answers in its place.
#pragma once

#include "backend/driver/load.h"

namespace tesuji::tools {

/// Prints to standard error why native code that was asked for is not there yet, and when it will
/// be; nothing where it is, or where tiers were asked for.
void print_outlook(const driver::LoadedGame& game);

}  // namespace tesuji::tools
