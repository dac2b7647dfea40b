// Serialises programs of steps over lanes as numbers.
#pragma once

#include "ir/nets/lane_steps.h"
#include "ir/nets/number_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::ir {

[[nodiscard]] std::vector<std::uint32_t> numbers_of(const LaneSteps& steps);
/// Returns the steps serialised in the numbers; nullopt if they are invalid.
[[nodiscard]] std::optional<LaneSteps> read_lane_steps(NumberReader& in);

}  // namespace tesuji::ir
