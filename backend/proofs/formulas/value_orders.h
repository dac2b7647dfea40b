// Finds orders of the constants of a column along which play may move: of integers, and of
// successor relations that the rulesheet has.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <vector>

namespace tesuji::proofs {

/// Orders of all constants of the relation's column, each with its reverse: by size where all are
/// integers; and along every relation of two columns of facts that has no cycle and relates at
/// least all but one of them. All are different.
[[nodiscard]] std::vector<std::vector<ir::Symbol>> value_orders(const ir::Module& module,
                                                                ir::RelationId relation,
                                                                std::size_t column);

}  // namespace tesuji::proofs
