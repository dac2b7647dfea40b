// Computes the moves that can be legal in any state; plugins number them (docs/engines/plugins.md).
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// Rows of a relation `legal` or `legal.*`, the role first, sorted by domain positions.
struct PossibleMoves {
  ir::RelationId legal = ir::no_id;
  ir::Facts rows;
};

/// Returns a superset of the moves of every shape that may be legal in a reachable state, as found
/// by possible.h. If that exceeds `max_rows` rows, leaves out the largest relations as for a net
/// (leave_out.h), and finally everything but the facts that restrict `legal`; nullopt if that is
/// still too much.
///
/// Requires level clauses, domains, and static relations folded.
[[nodiscard]] std::optional<std::vector<PossibleMoves>> possible_moves(const ir::Module& module,
                                                                       PassContext& context,
                                                                       std::uint64_t max_rows);

}  // namespace tesuji::passes
