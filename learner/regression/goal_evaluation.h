// Makes evaluation functions of a game's rules: features of its goals, weighed by how random games
// end.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/goal_features.h"
#include "backend/players/tree_player.h"
#include "learner/regression/linear_fit.h"
#include "runtime/host/playouts/sampled_positions.h"
#include "runtime/host/search/alpha_beta.h"
#include "runtime/host/search/state_features.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::learner {

struct GoalEvaluationOptions {
  runtime::PositionSampleOptions sample;
  double ridge = 1e-3;  ///< as of FitOptions
};

/// Immutable.
struct GoalEvaluation {
  driver::GoalFeatureSet features;
  /// Log odds that role 0 wins a random game: 1 / (1 + exp(-sum)) is the probability, with draws as
  /// half a win.
  runtime::FeatureSum sum;
  Fit fit;
};

/// Learns from random games of the game at `path`. The same for the same seed, unless a limit of
/// time is reached, of the sample or of load_goal_features. Reports and returns nothing where
/// load_goal_features does, and (code "limit") where random games tell nothing: all come to the
/// same, or too few end. Looks at the stop flag of the scope it is in. Throws
/// runtime::LimitReached and runtime::Stopped as the game does.
[[nodiscard]] std::optional<GoalEvaluation> learn_goal_evaluation(
    const std::string& path, const driver::LoadedGame& game, const driver::Options& options,
    const GoalEvaluationOptions& learning, driver::Session& session);

/// For states of a game of the same rules, which may be loaded otherwise than the one it was
/// learned for; makes what one thread needs at a time.
[[nodiscard]] driver::EvaluationMaker evaluations(std::shared_ptr<const GoalEvaluation> learned,
                                                  const driver::Options& options);

}  // namespace tesuji::learner
