// Production rules stratum by stratum against the well-founded semantics.
//
// Van Gelder's alternating fixpoint needs no strata: it shares no code and no idea with what it is
// compared with. Of stratified rules its model is total, and what chaining by strata deduces,
// whatever the order of rules, premises and facts, the engine, and the passes.
// Source: Van Gelder (1993), The alternating fixpoint of logic programs with negation.
#pragma once

#include "tests/property/random_rules.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::tests {

struct StrataOutcome {
  enum class Kind : std::uint8_t {
    agreed,
    unstratified,  ///< and so not compared
    disagreed,
    refused,  ///< the text is no rule set
  };
  Kind kind = Kind::agreed;
  std::string message;    ///< what the difference is
  bool add_only = false;  ///< needs no strata
  std::size_t strata = 0;
  std::size_t deduced = 0;  ///< facts
};

/// Each removal in the rules is read as an addition. `seed` picks the orders that are tried.
[[nodiscard]] StrataOutcome compare_strata(const RandomRules& text, std::uint64_t seed);

}  // namespace tesuji::tests
