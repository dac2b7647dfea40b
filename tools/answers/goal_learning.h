// Learns evaluations from a game's goals, for players and for the answer `evaluation` (answers.h).
#pragma once

#include "tools/play/program_players.h"

namespace tesuji::tools {

/// A GameLearner.
[[nodiscard]] driver::EvaluationMaker learn_game_of(std::string_view by, const std::string& path,
                                                    const driver::LoadedGame& game,
                                                    const driver::Options& options,
                                                    driver::Session& session);

}  // namespace tesuji::tools
