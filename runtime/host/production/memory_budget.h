// Divides a memory budget for fast access to facts among the relations of a working memory.
//
// A bit for each tuple, or a head for each key, is the fastest way to find a fact, but its memory
// grows with the domains, however few facts there are. Relations share a budget; those beyond it
// find their facts by hashing.
#pragma once

#include "runtime/host/production/working_memory.h"

#include <cstdint>
#include <vector>

namespace tesuji::runtime {

/// Budget of all relations of a memory (64 MiB for bits, 64 MiB for heads).
inline constexpr std::uint64_t most_bits_of_all = std::uint64_t{1} << 29;
inline constexpr std::uint64_t most_heads_of_all = std::uint64_t{1} << 23;

/// Sets most_bits and most_heads of each shape so that together they keep to the budget: whatever
/// is larger than a common limit is hashed. In addition, a fixed relation may have up to 512 bytes
/// of bits for each of its `rows` (an element per shape).
void share_room(std::vector<FactsShape>& shapes, const std::vector<std::uint64_t>& rows);

}  // namespace tesuji::runtime
