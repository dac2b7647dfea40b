// Makes evaluations by a game's goal. The small command omits the code that learns them.
#pragma once

#include "tools/play/seat.h"

#include <functional>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Learns the weights of the goal's features in the context's game, in logits. Returns an empty
/// function if it cannot (reported). The result may outlive the context.
using GoalLearner = std::function<driver::EvaluationMaker(SeatContext& context)>;

/// Given instead of a file of weights.
inline constexpr std::string_view by_goal = "goal";

/// Returns this program's learner; empty: it has none. Set it before commands run, and do not
/// change it afterwards.
[[nodiscard]] GoalLearner& goal_learner();

/// Calls goal_learner(); reports (code "usage") if none exists.
[[nodiscard]] driver::EvaluationMaker learn_goal(const std::string& description,
                                                 SeatContext& context);

}  // namespace tesuji::tools
