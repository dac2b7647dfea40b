// Decides whether a recursive relation can be computed in calls: whether these terminate, and are
// few.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// `rules`: those of the relation. `given`: the columns that a call gives. Returns true if each
/// rule has at most one literal of the relation itself, and all of these
///   * read the values that the rule is given; or
///   * read successors of these values by facts, where each value has at most one successor, in one
///     row, some column has no cycle of values, and all paths together make at most
///     max_recursive_calls calls. This requires that a rule makes its call before evaluating any
///     literal with several matches, which passes/ordering/literal_order.h ensures.
/// Relations that are not recursive satisfy this.
[[nodiscard]] bool calls_end(const ir::Module& module, ir::RelationId relation,
                             const std::vector<std::uint32_t>& rules,
                             const std::vector<bool>& given);

}  // namespace tesuji::passes
