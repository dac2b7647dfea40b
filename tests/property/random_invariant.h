// Random invariants, with all that a formula can have: most of them hold always or hardly ever.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <cstdint>
#include <random>
#include <vector>

namespace tesuji::tests {

/// An invariant over some of these relations: of degree 2 at most, some with parameters.
[[nodiscard]] ir::Invariant random_invariant(const ir::Module& lowered,
                                             const std::vector<std::uint32_t>& relations,
                                             std::mt19937_64& random);

}  // namespace tesuji::tests
