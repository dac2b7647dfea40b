// Hashes a state's words, for tables of states.
#pragma once

#include "runtime/host/game/game.h"

#include <cstddef>
#include <cstdint>

namespace tesuji::runtime {

/// Equal for equal states; not cryptographic, and not stored in files.
[[nodiscard]] inline std::uint64_t state_hash(StateView state) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : state) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

/// For maps and sets of the standard library.
struct StateHash {
  std::size_t operator()(const State& state) const { return state_hash(state); }
};

}  // namespace tesuji::runtime
