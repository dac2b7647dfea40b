// Describes the order of body literals that the user requested.
#pragma once

#include "passes/core/metarules.h"

#include <cstdint>
#include <memory>

namespace tesuji::passes {

struct Ordering {
  enum class By : std::uint8_t {
    metarules,  ///< smallest priority first
    cheapest,   ///< fewest expected steps, with matches from metarules if given
    source,     ///< as written, as far as it can be evaluated; for comparison
  };
  By by = By::metarules;
  /// Additional to those synthesised from domains and facts; may be null.
  std::shared_ptr<const Metarules> metarules;
};

}  // namespace tesuji::passes
