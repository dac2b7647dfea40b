// Formats rates for reports in JSON.
#pragma once

#include "tools/base/report.h"

#include <cstdint>

namespace tesuji::tools {

/// How many a second; null where no time was measured.
[[nodiscard]] inline Json rate(std::uint64_t count, double seconds) {
  return seconds > 0 ? Json(static_cast<double>(count) / seconds) : Json(nullptr);
}

}  // namespace tesuji::tools
