// Prints sliced programs as text.
#pragma once

#include "backend/features/traced/sliced_program.h"

#include <span>
#include <string>

namespace tesuji::slices {

/// What all features have in common, then one feature after the other, an instruction a line,
/// indented by its depth. `features`: their names. `slots`: theirs, where they have any
/// (TracedFeatures::slot_names).
[[nodiscard]] std::string print(const SlicedProgram& program, std::span<const std::string> features,
                                std::span<const std::string> slots);

}  // namespace tesuji::slices
