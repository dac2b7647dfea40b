// Reads states and moves from a solver's model.
#pragma once

#include "backend/proofs/sat/unrolling.h"

#include <cstdint>
#include <vector>

namespace tesuji::sat {

/// A play from the initial state that violates a candidate in its state `violated`.
struct Trace {
  std::vector<NetState> states;  ///< by time
  std::vector<NetMoves> moves;   ///< by time; one fewer than states
  std::uint32_t violated = 0;
};

/// Returns the states of the solver's last model, which must have been satisfiable: up to a time,
/// or to the end of the game.
[[nodiscard]] Trace trace_of(const Unrolling& unrolling, std::uint32_t last);

}  // namespace tesuji::sat
