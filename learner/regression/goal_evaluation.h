// Learns evaluation functions of a game from its rules: features of its goals, weighted by the
// outcomes of random games.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/goal_features.h"
#include "backend/players/tree_player.h"
#include "learner/regression/linear_fit.h"
#include "runtime/host/playouts/sampled_positions.h"
#include "runtime/host/search/evaluation.h"
#include "runtime/host/search/state_features.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::learner {

struct GoalEvaluationOptions {
  runtime::PositionSampleOptions sample;
  double ridge = 1e-3;  ///< as in FitOptions
};

/// Immutable.
struct GoalEvaluation {
  driver::GoalFeatureSet features;
  /// Log odds that role 0 wins a random game: 1 / (1 + exp(-sum)) is the probability, with a draw
  /// as half a win.
  runtime::FeatureSum sum;
  Fit fit;
};

/// Learns from random games of the game at `path`. The result is the same for the same seed, unless
/// a time limit is reached, of the sample or of load_goal_features. Returns nothing, and reports
/// it, if load_goal_features does, or (code "limit") if random games give no information: all have
/// the same outcome, or too few end. Checks the stop flag of the scope it is in. Throws
/// runtime::LimitReached and runtime::Stopped as the game does.
[[nodiscard]] std::optional<GoalEvaluation> learn_goal_evaluation(
    const std::string& path, const driver::LoadedGame& game, const driver::Options& options,
    const GoalEvaluationOptions& learning, driver::Session& session);

/// Creates evaluations for states of a game with the same rules, which may be loaded differently
/// from the one it was learned for; each is for one thread at a time.
[[nodiscard]] driver::EvaluationMaker evaluations(std::shared_ptr<const GoalEvaluation> learned,
                                                  const driver::Options& options);

}  // namespace tesuji::learner
