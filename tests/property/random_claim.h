// Random invariants of the kinds that people write down, of which many can be proved, or nearly.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"
#include "runtime/host/memory/rng.h"

#include <cstdint>
#include <vector>

namespace tesuji::tests {

/// "One of these literals holds, now or in the next states", or "so many of these atoms hold";
/// about some of these relations. Constants may be quantified over, or be parameters.
[[nodiscard]] ir::Invariant random_claim(const ir::Module& lowered,
                                         const std::vector<std::uint32_t>& relations,
                                         runtime::Rng& rng);

/// The invariant with other bounds, another constant, or an atom negated: with it in a set, parts
/// are equal or nearly so.
[[nodiscard]] ir::Invariant varied(ir::Invariant invariant, const ir::Module& lowered,
                                   runtime::Rng& rng);

}  // namespace tesuji::tests
