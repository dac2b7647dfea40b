// Learns evaluations by a game's goal for players.
#pragma once

#include "tools/play/goal_players.h"

namespace tesuji::tools {

/// A GoalLearner, for one thread. What was learned of a game is kept for the next player of the
/// same game.
[[nodiscard]] driver::EvaluationMaker learn_goal_of(SeatContext& context);

}  // namespace tesuji::tools
