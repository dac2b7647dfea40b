// Divides a budget of memory for fast access to facts among the relations of a working memory.
//
// A bit for each tuple, or a head for each key, is the quickest way to find a fact, and
// takes as much room as the domains are large, however few facts there are. Relations
// share a budget; those that go beyond it find their facts by hashing.
#pragma once

#include "runtime/host/production/working_memory.h"

#include <cstdint>
#include <vector>

namespace tesuji::runtime {

/// Of all relations of a memory (64 MiB each).
inline constexpr std::uint64_t most_bits_of_all = std::uint64_t{1} << 29;
inline constexpr std::uint64_t most_heads_of_all = std::uint64_t{1} << 23;

/// Sets most_bits and most_heads of each shape so that together they keep to the budget: what
/// is larger than a common limit is hashed. Bits of a relation that is fixed take no more
/// than 512 bytes for each of its `rows` (an element per shape) besides.
void share_room(std::vector<FactsShape>& shapes, const std::vector<std::uint64_t>& rows);

}  // namespace tesuji::runtime
