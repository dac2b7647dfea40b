// Describes code for steps in lanes, in memory.
#pragma once

#include "runtime/core/tesuji/step_code.h"
#include "runtime/host/steps/game_vector.h"

#include <cstdint>
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

}  // namespace tesuji::runtime
