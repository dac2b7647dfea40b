// Verifies the properties of graphs and programs over lanes that ir/nets/xag.h, lut_program.h and
// lane_game.h require and engines do not check.
#pragma once

#include "ir/nets/lanes.h"

#include <optional>
#include <string>

namespace tesuji::ir {

/// Returns the first fault; nullopt if it finds no fault.
[[nodiscard]] std::optional<std::string> fault_of(const LutProgram& program);
[[nodiscard]] std::optional<std::string> fault_of(const Xag& graph);

/// Also checks all contained code, and which words it reads and writes.
[[nodiscard]] std::optional<std::string> fault_of(const LaneGame& game);
[[nodiscard]] std::optional<std::string> fault_of(const LaneGraphs& graphs);

}  // namespace tesuji::ir
