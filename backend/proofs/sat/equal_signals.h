// Finds nodes of a net that have equal or opposite values in all states that satisfy some facts.
//
//   fact: exactly one of true.cell(1, x), true.cell(1, o), true.cell(1, b)
//   open = and(not true.cell(1, x), not true.cell(1, o))     is equal to true.cell(1, b)
//
// Nodes that read moves are compared where moves are made: in non-terminal states, for legal moves.
// Candidates are nodes that random play does not distinguish; for each, the SAT solver proves
// equality, or its model distinguishes the nodes. So results are proved but incomplete: a call with
// too many conflicts is abandoned.
//
// Source: SAT sweeping, Kuehlmann, Dynamic transition relation simplification for bounded property
// checking (2004), under invariants as in Mishchenko, Case, Brayton, Jang, Scalable and
// scalably-verifiable sequential synthesis (2008).
#pragma once

#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::sat {

struct EqualSignals {
  /// By node: the signal of the first node with the same value, inputs before gates; the node's own
  /// signal if no other node has it.
  std::vector<ir::Signal> same;
  std::size_t merged = 0;      ///< nodes that equal an earlier one
  std::uint64_t calls = 0;     ///< of the solver
  std::uint64_t given_up = 0;  ///< abandoned calls
  bool limit_reached = false;  ///< later nodes were not compared
};

/// `net` must answer legal moves, next states and terminal. The facts must hold in all states in
/// which the result is used, and moves must be legal ones of non-terminal states.
[[nodiscard]] EqualSignals find_equal_signals(const ir::Net& net, std::size_t roles,
                                              const ir::FluentFacts& facts, const Limits& limits);

}  // namespace tesuji::sat
