// Checks whether a state-dependent relation has too many rows in the initial state.
//
// In one state fluents are facts, and relations that depend on them are static: so samples apply
// (sampled_rows.h). Relations that depend on moves are skipped.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// Returns the first of the derived relations in `asked` that has more than `max_rows` rows in the
/// initial state; nullopt if samples do not show this, or if the relations it reads exceed the
/// context's evaluator, or half a million rows. Examines only tables. The module must have storage
/// and expected rows (order-joins), and its rules.
[[nodiscard]] std::optional<ir::RelationId> oversized_at_start(const ir::Module& module,
                                                               const std::vector<bool>& asked,
                                                               PassContext& context,
                                                               std::uint64_t max_rows);

}  // namespace tesuji::passes
