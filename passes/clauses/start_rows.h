// Checks whether a relation that depends on the state has too many rows in the initial one.
//
// In one state fluents are facts, and what depends on them is static: so samples tell
// (sampled_rows.h). What depends on moves is left out.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// The first of the derived relations in `asked` that has more than `max_rows` rows in the initial
/// state; nothing where samples do not tell, or where what the relation is made of takes more
/// than the context's evaluator allows, or half a million rows. Only tables are looked at. The
/// module has storage and expected rows (order-joins), and its rules.
[[nodiscard]] std::optional<ir::RelationId> oversized_at_start(const ir::Module& module,
                                                               const std::vector<bool>& asked,
                                                               PassContext& context,
                                                               std::uint64_t max_rows);

}  // namespace tesuji::passes
