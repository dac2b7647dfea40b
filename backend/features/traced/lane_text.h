// Prints lane programs as text.
#pragma once

#include "backend/features/traced/lane_program.h"

#include <span>
#include <string>

namespace tesuji::lanes {

/// What all features have in common, then one feature after the other, an instruction a line,
/// indented by its depth. `features`: their names. `slots`: theirs, where they have any
/// (TracedFeatures::slot_names).
[[nodiscard]] std::string print(const LaneProgram& program, std::span<const std::string> features,
                                std::span<const std::string> slots);

}  // namespace tesuji::lanes
