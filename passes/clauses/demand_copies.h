// Copies a relation for uses that give other columns than the rest (demand.h).
#pragma once

#include "passes/clauses/demand_uses.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// A group of uses of a relation that get a copy of it.
struct DemandCopy {
  ir::RelationId relation;
  std::vector<std::pair<std::size_t, std::size_t>> uses;  ///< rule and literal
};

/// If the uses of a relation give no selective common columns, but fall into groups that do,
/// returns the last of these groups, to which a copy would apply. Returns nullopt if some use needs
/// all tuples, or needs of other relations read it.
[[nodiscard]] std::optional<DemandCopy> find_demand_copy(const DemandUses& finder,
                                                         ir::RelationId relation,
                                                         const std::vector<DemandUse>& uses,
                                                         const std::vector<bool>& dependent);

/// Adds the copy, with copies of all rules of the relation.
void add_demand_copy(ir::Module& module, const DemandCopy& copy);

}  // namespace tesuji::passes
