// Games side by side in lanes (runtime/core/tesuji/lane_steps.h).
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/step_code.h"
#include "runtime/host/steps/game_vector.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::runtime {

/// A game with code for steps in lanes.
struct LaneStepCode {
  std::shared_ptr<const Game> game;
  tsj_step_code code{};
  std::vector<std::vector<Move>> actions;  ///< by role
  /// Of plugins, with dense numbers: they say what is a state. Else null.
  std::shared_ptr<const tsj_plugin> tables;
  std::shared_ptr<const void> keep;  ///< owns what `code` points to
};

/// `code` stays as it is for all who use it. Throws std::invalid_argument where the initial state
/// is terminal, or somebody has no move there: such games cannot begin again.
[[nodiscard]] std::unique_ptr<GameVector> make_lane_vector(std::shared_ptr<const LaneStepCode> code,
                                                           const VectorOptions& options);

}  // namespace tesuji::runtime
