// Finds nodes of a net that have the same value, or the opposite one, in all states with some
// facts.
//
//   fact: exactly one of true.cell(1, x), true.cell(1, o), true.cell(1, b)
//   open = and(not true.cell(1, x), not true.cell(1, o))     is equal to true.cell(1, b)
//
// Nodes that read moves are compared where moves are made: the state is not terminal, and they are
// legal. Candidates are nodes that random play does not tell apart; each is proved by the SAT
// solver, or the model that refutes it tells nodes apart. So what is found is proved, but not
// complete: a call that meets too many conflicts is given up.
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
  /// By node, the signal of the first node that has the same value, inputs being before gates; of
  /// others their own.
  std::vector<ir::Signal> same;
  std::size_t merged = 0;      ///< nodes that are equal to an earlier one
  std::uint64_t calls = 0;     ///< of the solver
  std::uint64_t given_up = 0;  ///< calls
  bool limit_reached = false;  ///< later nodes were not compared
};

/// `net` answers legal moves, next states and terminal. The facts hold in all states that it will
/// be asked about, and moves are legal ones of states that are not terminal.
[[nodiscard]] EqualSignals find_equal_signals(const ir::Net& net, std::size_t roles,
                                              const ir::FluentFacts& facts, const Limits& limits);

}  // namespace tesuji::sat
