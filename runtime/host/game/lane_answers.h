// Evaluates a net's questions in lanes for one state at a time: the state goes to a lane that
// changes from call to call, and earlier states stay in the others. Slow; for comparing lanes with
// other engines in whatever plays or replays games.
#pragma once

#include "runtime/core/tesuji/lanes.h"
#include "runtime/host/game/net_game.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace tesuji::runtime {

/// Answers a question about given states: arrays of words as lanes.h has them. `state` stays, but
/// for the next state, which takes its place; what a question does not read may be null.
using LaneQuestion = std::function<void(std::uint64_t* state, std::uint64_t* moves,
                                        std::uint64_t* answers, std::uint64_t* scratch)>;

struct LaneQuestionCode {
  std::uint32_t blocks = 0;  ///< of a word
  // Empty: nothing is asked, or, for `next`, no state ever changes.
  LaneQuestion legal{};
  LaneQuestion next{};
  LaneQuestion terminal{};
  LaneQuestion goals{};
  LaneQuestion percepts{};
  std::uint64_t scratch_words = 0;
  std::uint64_t fluents = 0;
  std::vector<std::uint64_t> moves;  ///< of each role
  std::uint64_t goal_count = 0;
  std::uint64_t percept_count = 0;
  std::shared_ptr<const void> keep;  ///< owns what questions need
};

/// The functions of generated code, its blocks and scratch words; all else is left to the caller.
[[nodiscard]] LaneQuestionCode questions_of(const tsj_lane_questions& code);

/// `scratch_words` becomes what it needs (NetTables::scratch_words).
[[nodiscard]] NetCode answer_in_lanes(LaneQuestionCode questions, std::size_t& scratch_words);

}  // namespace tesuji::runtime
