// Formats rates for JSON reports, and the number of items that a mean covers.
#pragma once

#include "tools/base/report.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Returns the count per second; null if no time was measured.
[[nodiscard]] inline Json rate(std::uint64_t count, double seconds) {
  return seconds > 0 ? Json(static_cast<double>(count) / seconds) : Json(nullptr);
}

/// Returns `1000 playouts` if all are counted; else `432 of 1000 playouts`.
[[nodiscard]] inline std::string part_of(std::uint64_t part, std::uint64_t all,
                                         std::string_view noun, std::string_view plural = {}) {
  const std::string whole = ir::counted(all, noun, plural);
  return part == all ? whole : std::to_string(part) + " of " + whole;
}

}  // namespace tesuji::tools
