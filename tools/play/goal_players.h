// What makes evaluations by a game's goal, for commands that have it: the small command has not.
#pragma once

#include "tools/play/seat.h"

#include <functional>
#include <memory>

namespace tesuji::tools {

/// Makes evaluations of one game, for one thread each; they may outlive the context.
using EvaluationFactory = std::function<std::unique_ptr<runtime::Evaluation>()>;

/// Learns what the goal's features of the context's game are worth. Empty where it cannot
/// (reported).
using GoalLearner = std::function<EvaluationFactory(SeatContext& context)>;

/// Of this program; empty: it has none. Set before commands run, and not changed then.
[[nodiscard]] GoalLearner& goal_learner();

/// By goal_learner(); reports (code "usage") where there is none.
[[nodiscard]] EvaluationFactory learn_goal(const std::string& description, SeatContext& context);

}  // namespace tesuji::tools
