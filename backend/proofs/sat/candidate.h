// A formula that is to be proved on a net.
#pragma once

#include "ir/core/symbol.h"
#include "ir/formulas/formula.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::sat {

/// An instance of an invariant, which outlives it.
struct Candidate {
  const ir::Invariant* invariant = nullptr;
  std::vector<ir::Symbol> instance;  ///< constants of its parameters
  bool refuted = false;              ///< a play violates it: only its base case is decided
};

/// By candidate: how far its formula looks ahead.
[[nodiscard]] inline std::vector<std::uint32_t> degrees_of(std::span<const Candidate> candidates) {
  std::vector<std::uint32_t> degrees;
  for (const Candidate& some : candidates) degrees.push_back(ir::degree(some.invariant->formula));
  return degrees;
}

}  // namespace tesuji::sat
