// States and moves of a solver's model.
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

/// The states that the solver's last model, which was satisfiable, goes through: up to a time, or
/// the end of the game.
[[nodiscard]] Trace trace_of(const Unrolling& unrolling, std::uint32_t last);

}  // namespace tesuji::sat
