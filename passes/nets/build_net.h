// Builds a net from ground rules (docs/engines/nets.md).
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/ground.h"
#include "passes/nets/net_builder.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tesuji::passes {

/// Returns the net of a ground program; nullopt if it would have more than `max_nodes` nodes.
[[nodiscard]] std::optional<ir::Net> build_net(const GroundProgram& program, std::size_t max_nodes,
                                               std::size_t most_flattened = most_flattened_inputs);
/// The same, with the program's rules by atom.
[[nodiscard]] std::optional<ir::Net> build_net(const GroundProgram& program,
                                               const RulesByAtom& rules, std::size_t max_nodes,
                                               std::size_t most_flattened);

/// Recursion is unrolled: as many rounds as a stratum has atoms, each with all literals of their
/// rules. If that exceeds `most_unrolled` literals, returns the relation to leave out: of the
/// largest such stratum, the one with the most atoms among those that may be left out; no_id if
/// none may. Returns nullopt if no recursion is too large.
[[nodiscard]] std::optional<ir::RelationId> too_recursive(const GroundProgram& program,
                                                          std::uint64_t most_unrolled);

}  // namespace tesuji::passes
