// Logical features by every engine and by the learner's evaluation of rules, which shares no code
// with them.
#pragma once

#include "tests/property/random_features.h"

#include <string>

namespace tesuji::tests {

struct FeaturesOutcome {
  enum class Kind { agreed, refused, disagreed };
  Kind kind = Kind::agreed;
  std::string message;  ///< of the compiler where it refused; who says what where they disagree
  std::size_t values = 0;
};

/// `native`: by the JIT, too.
[[nodiscard]] FeaturesOutcome compare_features(const RandomFeatures& program, bool native);

}  // namespace tesuji::tests
