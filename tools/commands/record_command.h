// Registration of `tesuji record`.
#pragma once

#include "tools/base/command.h"

namespace tesuji::tools {

void add_record_command(Command& app, Action& action);

}  // namespace tesuji::tools
