// Prints sliced programs as text.
#pragma once

#include "backend/features/traced/sliced_program.h"

#include <span>
#include <string>

namespace tesuji::slices {

/// Prints the code shared by all features, then one feature after the other, one instruction per
/// line, indented by its depth. `features`: their names. `slots`: their names, if they have any
/// (TracedFeatures::slot_names).
[[nodiscard]] std::string print(const SlicedProgram& program, std::span<const std::string> features,
                                std::span<const std::string> slots);

}  // namespace tesuji::slices
