// Resolves two rules.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>

namespace tesuji::passes {

/// Returns `rule` with its positive literal number `literal`, which is of the definition's head
/// relation, replaced by the body of `definition`: the resolvent by their most general unifier.
/// Renames the definition's variables apart; drops comparisons that constants decide. Returns
/// nullopt if the two do not unify, or a comparison fails, so that the resolvent never fires.
[[nodiscard]] std::optional<ir::Rule> resolve(const ir::Rule& rule, std::size_t literal,
                                              const ir::Rule& definition);

}  // namespace tesuji::passes
