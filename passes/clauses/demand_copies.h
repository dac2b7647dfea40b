// Copies a relation for uses that give other columns than the rest (demand.h).
#pragma once

#include "passes/clauses/demand_uses.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Uses of a relation that get a copy of it.
struct DemandCopy {
  ir::RelationId relation;
  std::vector<std::pair<std::size_t, std::size_t>> uses;  ///< rule and literal
};

/// Where the uses of a relation give no columns together that leave little of it, but fall into
/// groups of which each does: the last of these groups, which a copy would serve. Nothing where
/// some use needs all, or needs of other relations ask.
[[nodiscard]] std::optional<DemandCopy> find_demand_copy(const DemandUses& finder,
                                                         ir::RelationId relation,
                                                         const std::vector<DemandUse>& uses,
                                                         const std::vector<bool>& dependent);

/// Adds the copy, with copies of all rules of the relation.
void add_demand_copy(ir::Module& module, const DemandCopy& copy);

}  // namespace tesuji::passes
