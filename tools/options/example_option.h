// Lets options that name a game accept the names of the bundled examples.
#pragma once

#include "tools/base/arguments.h"

namespace tesuji::tools {

/// Replaces a value `connect-four` by the path of that example, unless a file has that name
/// (driver::path_of_game). Returns the option.
Option* or_example(Option* path);

}  // namespace tesuji::tools
