// Finds the derived atoms of a ground game that depend on themselves.
#pragma once

#include <cstdint>
#include <vector>

namespace tesuji::certificates {

struct GroundGame;

/// By atom: a number, from 1, of the strongly connected part of derived atoms that it belongs to,
/// where it depends on itself; else 0. Throws Malformed where an atom depends on its own negation:
/// then the rules need not have exactly one model in every state.
[[nodiscard]] std::vector<std::uint32_t> ground_loops(const GroundGame& game);

}  // namespace tesuji::certificates
