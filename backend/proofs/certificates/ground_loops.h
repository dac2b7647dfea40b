// Finds the derived atoms of a ground game that depend on themselves.
#pragma once

#include <cstdint>
#include <vector>

namespace tesuji::certificates {

struct GroundGame;

/// Returns, by atom, the number (from 1) of the strongly connected component of derived atoms that
/// contains it, if it depends on itself; else 0. Throws Malformed if an atom depends on its own
/// negation: then the rules need not have exactly one model in every state.
[[nodiscard]] std::vector<std::uint32_t> ground_loops(const GroundGame& game);

}  // namespace tesuji::certificates
