// Verifies the properties of programs over lanes that ir/nets/lut_program.h and ir/nets/lane_game.h
// require and engines do not check.
#pragma once

#include "ir/nets/lane_game.h"

#include <optional>
#include <string>

namespace tesuji::ir {

/// What is wrong first; nothing if all is in order.
[[nodiscard]] std::optional<std::string> fault_of(const LutProgram& program);

/// The same of all its programs, and of which words they read and write.
[[nodiscard]] std::optional<std::string> fault_of(const LaneGame& game);

}  // namespace tesuji::ir
