// Comparisons that constants decide.
#pragma once

#include "ir/module/module.h"

#include <cstdint>

namespace tesuji::passes {

enum class Truth : std::uint8_t { always, never, depends };

/// Drops the pairs of a comparison that are equal whatever the variables are. Where that or two
/// different constants decide it, the comparison is no longer of use.
[[nodiscard]] Truth simplify(ir::Literal& comparison);

}  // namespace tesuji::passes
