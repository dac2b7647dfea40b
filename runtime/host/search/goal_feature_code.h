// Compiled features of goals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tesuji::runtime {

/// Computes all features. `bits`: for one state, its words, and `stride` is ignored; for several
/// states, 32 bits for each bit of a state, one for each state, `stride` bytes from one to the
/// next. `scratch`: GoalFeatureCode::scratch_words elements for each state. `values`: for each
/// feature an element for each state.
using GoalFeatureFunction = void (*)(const void* bits, std::size_t stride, std::uint16_t* scratch,
                                     std::uint16_t* values);

/// States that GoalFeatureCode::many computes at once.
inline constexpr std::size_t feature_lanes = 32;

struct GoalFeatureCode {
  GoalFeatureFunction one = nullptr;
  GoalFeatureFunction many = nullptr;  ///< for feature_lanes states; may be null
  std::size_t scratch_words = 0;
  std::shared_ptr<const void> keep;  ///< owns the code
};

}  // namespace tesuji::runtime
