#include "backend/proofs/sat/trace.h"

#include <utility>

namespace tesuji::sat {

Trace trace_of(const Unrolling& unrolling, std::uint32_t last) {
  Trace trace;
  Simulation simulation(unrolling.net());
  trace.states.push_back(unrolling.first_state());
  for (std::uint32_t t = 0; t < last; ++t) {
    NetMoves moves = unrolling.moves_at(t);
    simulation.evaluate(trace.states.back(), moves);
    if (unrolling.ends(simulation)) break;
    trace.states.push_back(simulation.next());
    trace.moves.push_back(std::move(moves));
  }
  return trace;
}

}  // namespace tesuji::sat
