// Describes the order of body literals that the user asked for.
#pragma once

#include "passes/core/metarules.h"

#include <cstdint>
#include <memory>

namespace tesuji::passes {

struct Ordering {
  enum class By : std::uint8_t {
    metarules,  ///< smallest priority first
    cheapest,   ///< fewest steps to expect, where metarules given say how many matches
    source,     ///< as the rule was written, as far as it can be run so; for comparison
  };
  By by = By::metarules;
  /// Given in addition to those synthesised from domains and facts; may be null.
  std::shared_ptr<const Metarules> metarules;
};

}  // namespace tesuji::passes
