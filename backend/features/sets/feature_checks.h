// Checks the clauses of features and domain theories against the domains of their relations.
#pragma once

#include "frontend/prolog/feature_lowering.h"
#include "ir/core/diagnostics.h"

namespace tesuji::driver {

/// Warns (code "unreachable") of literals of the theory and the features, not of the game, that no
/// position fits: their constants, or those that a variable can be, are never where they stand.
/// Names what does stand there, and what may have been meant. Reports values that cannot be added
/// up (code "feature"); false where there are any.
[[nodiscard]] bool check_features(const frontend::LoweredFeatures& lowered,
                                  ir::Diagnostics& diagnostics);

}  // namespace tesuji::driver
