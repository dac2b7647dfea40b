// Finds groups of fluents of which one holds: whose turn it is, the content of a cell, the step
// number.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_implications.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tesuji::passes {

/// Positions in Net::fluents, ascending.
using FluentList = std::vector<std::uint32_t>;

/// Fluents of which exactly one, or at most one, holds in every reachable state.
struct FluentGroup {
  ir::RelationId relation = ir::no_id;
  FluentList fluents;
  bool exactly_one = false;
};

struct GroupLimits {
  std::size_t fluents = std::numeric_limits<std::size_t>::max();  ///< in one group
  /// Maximum for whole relations with two or more columns.
  std::size_t relation_fluents = 64;
  /// Also all fluents of two relations together, neither larger than this: who selects a piece, and
  /// who places it. 0: none.
  std::size_t joined_fluents = 0;
  std::uint64_t steps = 50'000'000;  ///< of proofs: assignments of values to fluents
};

/// Returns the node of each fluent, by position; no_id if it has none.
[[nodiscard]] std::vector<ir::NodeId> fluent_nodes(const ir::Net& net);

/// Returns those groups that are proved by induction over the steps of a play, gate by gate: among
/// the fluents of a relation that differ in one column, all of a relation, and all of two relations
/// (if the limits allow; `relation` is then the first). `implications` are the net's, without
/// assumptions.
[[nodiscard]] std::vector<FluentGroup> find_fluent_groups(const ir::Net& net,
                                                          NetImplications& implications,
                                                          const GroupLimits& limits = {});

}  // namespace tesuji::passes
