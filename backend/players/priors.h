// Makes move priors for tree search from learned strategies and from weights of features.
#pragma once

#include "backend/features/sets/evaluation.h"
#include "backend/players/tree_player.h"
#include "frontend/strategy/strategy_parser.h"

#include <memory>
#include <string>

namespace tesuji::driver {

/// Gives the strategy's move the value 0.9 and all others 0.3; without such a move, no values. The
/// prior throws runtime::TurnError if the game is not suitable for strategies.
[[nodiscard]] PriorMaker strategy_priors(frontend::Strategy strategy, const Options& options);

/// Ranks a move by the value of its next state among all moves: 0.9 for the best, 0.1 for the
/// worst, and proportionally between them. For two alternating roles. Gives no values if there is
/// no evaluation for the loaded game.
[[nodiscard]] PriorMaker evaluation_priors(EvaluationMaker evaluation);

/// Evaluates by weights of features. `sources`: of features and of the rulesheet.
[[nodiscard]] EvaluationMaker feature_evaluations(FeatureSources sources, FeatureWeights weights,
                                                  const Options& options);

}  // namespace tesuji::driver
