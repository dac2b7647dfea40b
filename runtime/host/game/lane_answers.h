// Evaluates a net's questions in lanes for one state at a time: the state goes to a lane that
// changes from call to call, and earlier states stay in the others. Slow; for comparing lanes with
// other engines in whatever plays or replays games.
#pragma once

#include "runtime/core/tesuji/lanes.h"
#include "runtime/host/game/net_game.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::runtime {

struct LaneQuestionCode {
  tsj_lane_questions code{};
  std::uint64_t fluents = 0;
  std::vector<std::uint64_t> moves;  ///< of each role
  std::uint64_t goals = 0;
  std::uint64_t percepts = 0;
  std::shared_ptr<const void> keep;  ///< owns what `code` needs
};

/// `scratch_words` becomes what it needs (NetTables::scratch_words).
[[nodiscard]] NetCode answer_in_lanes(LaneQuestionCode questions, std::size_t& scratch_words);

}  // namespace tesuji::runtime
