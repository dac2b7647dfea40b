// Prints the result of each compiler stage for logical features.
#pragma once

#include "backend/features/sets/features.h"

#include <optional>
#include <string>
#include <string_view>

namespace tesuji::driver {

/// `stage`: `clauses` (the lowered theory and features), `plan` (after the default pipeline; both
/// as IR text) or `slices` (the lists of backend/features/traced). `game` as for compile_features.
[[nodiscard]] std::optional<std::string> emit_features(const FeatureTexts& texts,
                                                       std::optional<ir::Module> game,
                                                       std::string_view stage,
                                                       const Options& options, Session& session);

}  // namespace tesuji::driver
