// Computes the bits needed to describe examples by a program and its exceptions (Rissanen 1978,
// Modeling by shortest data description).
#pragma once

#include "ir/formulas/clause_metarule.h"

#include <cmath>
#include <cstddef>

namespace tesuji::learner {

/// Returns the bits that select `chosen` of `all` examples, about log2 of the binomial coefficient.
/// Grows with `chosen`.
[[nodiscard]] inline double listing_bits(double chosen, double all) {
  return chosen > 0 ? chosen * (std::log2(all / chosen) + 1.44) : 0;
}

/// Returns the bits of a clause of this metarule: which of `metarules` it is; for each predicate
/// that the search finds, which of `predicates`; for each constant, which of `values`.
[[nodiscard]] inline double clause_bits(const ir::ClauseMetarule& metarule, std::size_t metarules,
                                        std::size_t predicates, std::size_t values) {
  const auto choice = [](std::size_t n) { return std::log2(static_cast<double>(n < 2 ? 2 : n)); };
  double bits = choice(metarules);
  for (std::size_t i = 1; i < metarule.predicates.size(); ++i) {
    if (metarule.predicates[i].variable) bits += choice(predicates);
  }
  for (const bool constant : metarule.constant) {
    if (constant) bits += choice(values);
  }
  return bits;
}

}  // namespace tesuji::learner
