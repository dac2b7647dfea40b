// Registration of `tesuji regret`.
#pragma once

#include "tools/command.h"

namespace tesuji::tools {

void add_regret_command(CLI::App& app, Action& action);

}  // namespace tesuji::tools
