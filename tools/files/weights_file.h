// Reads the weights that `tesuji fit` wrote.
#pragma once

#include "backend/features/sets/evaluation.h"
#include "ir/core/diagnostics.h"

#include <optional>

namespace tesuji::tools {

/// Reports (code "weights") and returns nothing where the file is not what `fit` writes, or does
/// not say whose worth was learned.
[[nodiscard]] std::optional<driver::FeatureWeights> read_weights(ir::FileId file,
                                                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
