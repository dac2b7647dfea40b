// Writes programs of steps over lanes as numbers, to keep them.
#pragma once

#include "ir/nets/lane_steps.h"
#include "ir/nets/number_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::ir {

[[nodiscard]] std::vector<std::uint32_t> numbers_of(const LaneSteps& steps);
/// The steps that were written so; nothing where the numbers are of none.
[[nodiscard]] std::optional<LaneSteps> read_lane_steps(NumberReader& in);

}  // namespace tesuji::ir
