// Derives rules from rules: resolves two of them, specialises one for a value of a variable, and
// simplifies comparisons that constants then decide.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tesuji::passes {

// --- Comparisons

enum class Truth : std::uint8_t { always, never, depends };

/// Drops the pairs of a comparison that are equal for all values of the variables. If that or two
/// different constants decide it, the comparison must no longer be used.
[[nodiscard]] Truth simplify(ir::Literal& comparison);

// --- Specialisation

/// Returns the rule with `variable` replaced by `value`. Drops comparisons that the constants
/// decide; returns nullopt if one of them fails, so that the rule never fires.
[[nodiscard]] std::optional<ir::Rule> specialise(const ir::Rule& rule, ir::VariableId variable,
                                                 ir::Symbol value);

// --- Resolution

/// Returns `rule` with its positive literal number `literal`, which is of the definition's head
/// relation, replaced by the body of `definition`: the resolvent by their most general unifier.
/// Renames the definition's variables apart; drops comparisons that constants decide. Returns
/// nullopt if the two do not unify, or a comparison fails, so that the resolvent never fires.
[[nodiscard]] std::optional<ir::Rule> resolve(const ir::Rule& rule, std::size_t literal,
                                              const ir::Rule& definition);

}  // namespace tesuji::passes
