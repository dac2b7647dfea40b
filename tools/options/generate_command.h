// Registration of `tesuji generate`, which reads all other subcommands and so comes last.
#pragma once

#include "tools/base/command.h"

namespace tesuji::tools {

void add_generate_command(Command& app, Action& action);

}  // namespace tesuji::tools
