// Simplifies comparisons that constants decide.
#pragma once

#include "ir/module/module.h"

#include <cstdint>

namespace tesuji::passes {

enum class Truth : std::uint8_t { always, never, depends };

/// Drops the pairs of a comparison that are equal for all values of the variables. If that or two
/// different constants decide it, the comparison must no longer be used.
[[nodiscard]] Truth simplify(ir::Literal& comparison);

}  // namespace tesuji::passes
