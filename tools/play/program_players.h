// Holds functions of players that only the complete program has. They learn evaluations from a
// game's goal, and search for plans of games with one role; the small command omits their code.
#pragma once

#include "backend/players/tree_player.h"
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

/// Makes one for the game at `path`, which is loaded with these options.
using PlanMakerOf =
    std::function<driver::PlanMaker(const std::string& path, const driver::Options& options)>;

/// Returns this program's maker; empty: it has none. Set it before commands run, and do not change
/// it afterwards.
[[nodiscard]] PlanMakerOf& plan_maker_of_program();

/// Returns an empty function if the program finds no plans.
[[nodiscard]] driver::PlanMaker plan_maker(const std::string& path, const driver::Options& options);

}  // namespace tesuji::tools
