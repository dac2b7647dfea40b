// From ground rules to a net (docs/nets.md).
#pragma once

#include "ir/net.h"
#include "passes/ground.h"
#include "passes/net_builder.h"

#include <cstddef>
#include <optional>

namespace tesuji::passes {

/// The net of a ground program. Nothing where it would have more than `max_nodes` nodes.
[[nodiscard]] std::optional<ir::Net> build_net(const GroundProgram& program, std::size_t max_nodes,
                                               std::size_t most_flattened = most_flattened_inputs);

}  // namespace tesuji::passes
