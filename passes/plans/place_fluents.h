// Moves the fluents of a net to other places in the state.
#pragma once

#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"

#include <cstdint>
#include <span>

namespace tesuji::passes {

/// Returns the net with its fluent i as fluent `places[i]` of `count`. Unused places become fluents
/// without a relation, which never hold. Places are different and below `count`, or ir::no_fluent
/// for a fluent without a relation, which is then removed.
[[nodiscard]] ir::Net place_fluents(const ir::Net& net, std::span<const std::uint32_t> places,
                                    std::size_t count);

/// The same for the net's bitboards.
[[nodiscard]] ir::Bitboards place_fluents(const ir::Bitboards& boards,
                                          std::span<const std::uint32_t> places, std::size_t count);

/// The same for the net's cases, with their boards.
[[nodiscard]] ir::NetCases place_fluents(const ir::NetCases& cases,
                                         std::span<const std::uint32_t> places, std::size_t count);

}  // namespace tesuji::passes
