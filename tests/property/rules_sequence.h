// Sequences of working memories: what an engine keeps up to date from step to step is
// what the forward chainer of backend/reference deduces from scratch on each step's
// facts, which are read from text of their own.
#pragma once

#include "tests/property/random_rules.h"

#include <cstddef>
#include <string>

namespace tesuji::tests {

struct SequenceOutcome {
  enum class Kind : std::uint8_t {
    agreed,
    limit,      ///< agreed as far as the oracle came
    disagreed,  ///< or the maintenance rules do not verify, or print and read back
    refused,    ///< the text is no rule set
  };
  Kind kind = Kind::agreed;
  std::string message;
  bool add_only = false;
  std::size_t steps = 0;        ///< compared, in all engines and modes
  std::size_t incremental = 0;  ///< of these kept up to date
  std::size_t vanished = 0;     ///< facts that were deduced in the step before, and no more
};

/// Compares `--incremental` auto and always, with `native` in machine code too.
[[nodiscard]] SequenceOutcome compare_sequence(const RandomRules& text, bool native);

}  // namespace tesuji::tests
