// Registration of `tesuji regret`.
#pragma once

#include "tools/base/command.h"

namespace tesuji::tools {

void add_regret_command(Command& app, Action& action);

}  // namespace tesuji::tools
