// What a plugin's code takes for granted of states, for its tables.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/llvm/plugin/plugin_data.h"

#include <vector>

namespace tesuji::driver {

/// GroundGame::granted on the bits of the net's states.
[[nodiscard]] std::vector<llvm_backend::PluginFact> plugin_facts(const GroundGame& ground);

}  // namespace tesuji::driver
