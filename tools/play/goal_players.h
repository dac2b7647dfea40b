// Makes evaluations by a game's goal. The small command leaves out what learns them.
#pragma once

#include "tools/play/seat.h"

#include <functional>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Learns what the goal's features of the context's game are worth, in logits. Empty where it
/// cannot (reported). What it returns may outlive the context.
using GoalLearner = std::function<driver::EvaluationMaker(SeatContext& context)>;

/// In the place of a file of weights.
inline constexpr std::string_view by_goal = "goal";

/// Of this program; empty: it has none. Set before commands run, and not changed then.
[[nodiscard]] GoalLearner& goal_learner();

/// By goal_learner(); reports (code "usage") where there is none.
[[nodiscard]] driver::EvaluationMaker learn_goal(const std::string& description,
                                                 SeatContext& context);

}  // namespace tesuji::tools
