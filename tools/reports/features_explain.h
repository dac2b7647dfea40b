// Prints the explanation of `features --explain`: one feature in one position.
#pragma once

#include "backend/features/sets/feature_algebra.h"

#include <string>

namespace tesuji::tools {

[[nodiscard]] std::string explanation_text(const std::string& feature,
                                           const driver::FeatureAlgebra& algebra,
                                           std::size_t most_solutions = 20);

}  // namespace tesuji::tools
