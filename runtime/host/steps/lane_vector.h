// Games side by side in lanes (runtime/core/tesuji/lane_steps.h).
#pragma once

#include "runtime/core/tesuji/lane_steps.h"
#include "runtime/host/steps/game_vector.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::runtime {

/// A game with code for steps in lanes. Its states are bits, fluent i at bit i.
struct LaneStepCode {
  std::shared_ptr<const Game> game;
  tsj_step_game code{};  ///< all but what the vectors below and the start hold
  std::vector<tsj_step_seat> seats;
  std::vector<tsj_lane_answer> answers;
  std::vector<std::vector<Move>> actions;  ///< by role
  std::vector<VectorPercept> percepts;
  /// Fluents of which lanes take exactly one to hold in every state; empty: any state will do.
  std::vector<std::uint64_t> control;
  State fixed;                       ///< bits that lanes take to be what they are initially
  std::shared_ptr<const void> keep;  ///< owns what `code` needs
};

/// `code` stays as it is for all who use it. Throws std::invalid_argument where the initial state
/// is terminal, or somebody has no move there: such games cannot begin again.
[[nodiscard]] std::unique_ptr<GameVector> make_lane_vector(std::shared_ptr<const LaneStepCode> code,
                                                           const VectorOptions& options);

}  // namespace tesuji::runtime
