// Prints the command line as a manual page, tesuji(1), in roff with the macros of man(7).
#pragma once

#include "tools/options/command_tree.h"

#include <string>

namespace tesuji::tools {

[[nodiscard]] std::string man_page(const CommandEntry& command, const std::string& version);

}  // namespace tesuji::tools
