// Compiles each question of a net to a program over lanes (lane_game.h), for given states.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/net.h"

namespace tesuji::passes {

/// Requires a question that the net answers.
[[nodiscard]] ir::LutProgram make_lane_question(const ir::Net& net, ir::NetQuestion question);

/// Compiles the questions that the net answers; others are empty.
[[nodiscard]] ir::LaneQuestions make_lane_questions(const ir::Net& net);

}  // namespace tesuji::passes
