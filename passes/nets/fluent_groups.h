// Groups of fluents of which one holds: whose turn it is, what is on a cell, which step it is.
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
  /// Those of whole relations of two columns or more.
  std::size_t relation_fluents = 64;
  /// Also all fluents of two relations together, none larger than this: who selects a piece, and
  /// who places it. 0: none.
  std::size_t joined_fluents = 0;
  std::uint64_t steps = 50'000'000;  ///< of proofs: a fluent being given a value
};

/// Node of each fluent, by position; no_id where there is none.
[[nodiscard]] std::vector<ir::NodeId> fluent_nodes(const ir::Net& net);

/// Among the fluents of a relation that differ in one column, all of a relation, and of two (where
/// the limits say so; `relation` is the first then): those groups for which it follows by induction
/// over the steps of a play, gate by gate. `implications` are the net's, nothing being assumed.
[[nodiscard]] std::vector<FluentGroup> find_fluent_groups(const ir::Net& net,
                                                          NetImplications& implications,
                                                          const GroupLimits& limits = {});

}  // namespace tesuji::passes
