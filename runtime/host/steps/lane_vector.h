// Steps games side by side in lanes (runtime/core/tesuji/lane_steps.h), by code that tables in
// memory describe.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/step_code.h"
#include "runtime/host/steps/game_vector.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::runtime {

struct StepTables {
  tsj_step_code numbers{};  ///< all fields except addresses, and those that depend on the width of
                            ///< words
  std::vector<tsj_step_seat> seats;
  std::vector<tsj_lane_answer> answers;
  std::vector<VectorPercept> percepts;
  std::vector<std::uint64_t> control;
  std::vector<std::uint64_t> fixed;
  std::vector<tsj_step_range> ranges;  ///< empty: fluent i is bit i

  /// Returns the numbers with the addresses of these lists, which must not change afterwards.
  [[nodiscard]] tsj_step_code point();

 private:
  std::vector<tsj_step_percept> percept_names_;
};

/// A game with code for steps in lanes.
struct LaneStepCode {
  std::shared_ptr<const Game> game;
  tsj_step_code code{};
  std::vector<std::vector<Move>> actions;  ///< by role
  /// For plugins, with dense numbers: they check states. Else null.
  std::shared_ptr<const tsj_plugin> tables;
  std::shared_ptr<const void> keep;  ///< owns what `code` points to
};

/// `code` must not change while it is used. Throws std::invalid_argument if the initial state is
/// terminal, or a role has no move there: such games cannot begin again.
[[nodiscard]] std::unique_ptr<GameVector> make_lane_vector(std::shared_ptr<const LaneStepCode> code,
                                                           const VectorOptions& options);

}  // namespace tesuji::runtime
