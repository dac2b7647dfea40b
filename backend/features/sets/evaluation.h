// Evaluation functions of logical features, for search in games.
#pragma once

#include "backend/driver/load.h"
#include "backend/features/sets/features.h"
#include "runtime/host/search/alpha_beta.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {

/// What `tesuji fit` learns: intercept + sum of weights times values of features, is what a
/// position is worth to a role.
struct FeatureWeights {
  std::string role;
  double intercept = 0;
  double even = 0;  ///< what a position is worth that is as good for one role as for the other
  std::vector<std::pair<std::string, double>> weights;  ///< by names of features
};

/// Reads the features (its `game` is the rulesheet of `game`) and compiles those that have a
/// weight, to be evaluated incrementally as far as possible. Reports (codes of load_features, and
/// "weights" for features that there are not, and for a role that the game has not) and returns
/// null where that fails. Keeps the game.
[[nodiscard]] std::unique_ptr<runtime::Evaluation> make_evaluation(const LoadedGame& game,
                                                                   const FeatureSources& sources,
                                                                   const FeatureWeights& weights,
                                                                   const Options& options,
                                                                   Session& session);

}  // namespace tesuji::driver
