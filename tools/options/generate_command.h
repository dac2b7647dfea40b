// Registration of `tesuji generate`, which looks at all other subcommands: it comes last.
#pragma once

#include "tools/base/command.h"

namespace tesuji::tools {

void add_generate_command(Command& app, Action& action);

}  // namespace tesuji::tools
