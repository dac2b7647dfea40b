// Checks the clauses of features and domain theories against the domains of their relations.
#pragma once

#include "frontend/prolog/feature_lowering.h"
#include "ir/core/diagnostics.h"

namespace tesuji::driver {

/// Warns (code "unreachable") of literals of the theory and the features, not of the game, that
/// match no position: their constants, or all values of a variable, never occur there. Names the
/// values that do occur, and what may have been meant. Reports values that cannot be added up (code
/// "feature"); returns false if there are any.
[[nodiscard]] bool check_features(const frontend::LoweredFeatures& lowered,
                                  ir::Diagnostics& diagnostics);

}  // namespace tesuji::driver
