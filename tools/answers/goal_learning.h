// Learns evaluations from a game's goals, for players and for the answer `evaluation` (answers.h).
#pragma once

#include "tools/play/program_players.h"

namespace tesuji::tools {

/// A GoalLearner, for one thread. Keeps the evaluation for the next player of the same game.
[[nodiscard]] driver::EvaluationMaker learn_goal_of(SeatContext& context);

}  // namespace tesuji::tools
