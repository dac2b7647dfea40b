// What learned strategies and weights of features say of moves, for tree search.
#pragma once

#include "backend/features/sets/evaluation.h"
#include "backend/players/tree_player.h"
#include "frontend/strategy/strategy_parser.h"

#include <memory>
#include <string>

namespace tesuji::driver {

/// The strategy's move seems worth 0.9, all others 0.3; where it has none, nothing is known.
/// What is made throws runtime::TurnError where the game is not for strategies.
[[nodiscard]] PriorMaker strategy_priors(frontend::Strategy strategy, const Options& options);

/// A move seems worth what its next state is beside those of the others: 0.9 of the best, 0.1 of
/// the worst, and between them in proportion. Of two players who take turns. Nothing is known where
/// there is no evaluation for the game as it was loaded.
[[nodiscard]] PriorMaker evaluation_priors(EvaluationMaker evaluation);

/// By weights of features. `sources`: of features and of the rulesheet.
[[nodiscard]] EvaluationMaker feature_evaluations(FeatureSources sources, FeatureWeights weights,
                                                  const Options& options);

}  // namespace tesuji::driver
