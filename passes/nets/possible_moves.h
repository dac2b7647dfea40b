// Computes the moves that can be legal in any state; plugins number them (docs/engines/plugins.md)
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

/// The moves of every shape that may be legal in a state that play can reach, and perhaps more:
/// those that possible.h finds. Where that comes to more than `max_rows` rows, the largest
/// relations are left out as for a net (leave_out.h), and at last all but what facts alone say of
/// `legal`; nothing where that is too much, too.
///
/// Requires level clauses, domains, and static relations folded.
[[nodiscard]] std::optional<std::vector<PossibleMoves>> possible_moves(const ir::Module& module,
                                                                       PassContext& context,
                                                                       std::uint64_t max_rows);

}  // namespace tesuji::passes
