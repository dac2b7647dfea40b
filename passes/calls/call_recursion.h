// Tells whether a recursive relation can be computed in calls: whether these end, and are few.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// `rules`: those of the relation. `given`: its columns that a call gives. True where each rule
/// has at most one literal of the relation itself, and all of these
///   * ask for the values that the rule is given; or
///   * ask for values that facts put next to them, where each value has at most one next one, in
///     one row, some column's values never come back, and all ways to go on make at most
///     max_recursive_calls calls. That is so where a rule makes its call before it looks for
///     anything that may have several matches, as passes/ordering/literal_order.h does.
/// Relations that are not recursive satisfy this.
[[nodiscard]] bool calls_end(const ir::Module& module, ir::RelationId relation,
                             const std::vector<std::uint32_t>& rules,
                             const std::vector<bool>& given);

}  // namespace tesuji::passes
