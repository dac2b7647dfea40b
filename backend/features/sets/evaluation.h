// Makes evaluation functions of logical features, for search in games.
#pragma once

#include "backend/driver/load.h"
#include "backend/features/sets/features.h"
#include "runtime/host/search/alpha_beta.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {

/// The result of `tesuji fit`: the value of a position for a role is intercept + the sum of weights
/// times feature values.
struct FeatureWeights {
  std::string role;
  double intercept = 0;
  double even = 0;  ///< value of a position that is equally good for both roles
  std::vector<std::pair<std::string, double>> weights;  ///< by names of features
};

/// Reads the features (their `game` is the rulesheet of `game`) and compiles those that have a
/// weight, for incremental evaluation as far as possible. Reports errors (codes of load_features,
/// and "weights" for unknown features and an unknown role) and returns null then. Keeps the game
/// alive.
[[nodiscard]] std::unique_ptr<runtime::Evaluation> make_evaluation(const LoadedGame& game,
                                                                   const FeatureSources& sources,
                                                                   const FeatureWeights& weights,
                                                                   const Options& options,
                                                                   Session& session);

}  // namespace tesuji::driver
