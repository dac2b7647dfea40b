// Reads the weights that `tesuji fit` wrote.
#pragma once

#include "backend/features/sets/evaluation.h"
#include "ir/core/diagnostics.h"

#include <optional>

namespace tesuji::tools {

/// Reports (code "weights") and returns nothing if `fit` did not write the file, or if it does not
/// say for which role the values are.
[[nodiscard]] std::optional<driver::FeatureWeights> read_weights(ir::FileId file,
                                                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
