// Counterexamples of provers, held against all states of a small game.
#pragma once

#include "backend/proofs/clingo/proof_programs.h"
#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/playouts/replay.h"
#include "ir/formulas/formula.h"
#include "tests/property/all_states.h"
#include "tests/property/brute_force_prover.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tests {

/// A play, or a pair of states, that is said to refute an instance after so many moves.
struct ShownPlay {
  const proofs::Play& play;
  const ir::Invariant& invariant;
  ir::InstanceNumber instance = 0;
  proofs::PlayStart start = proofs::PlayStart::initial;
  std::uint32_t moves = 0;
};

/// Why it is no counterexample; empty where it is one. `premises` have to hold in it.
[[nodiscard]] std::string fault_of_play(const ShownPlay& shown,
                                        std::span<const proofs::Candidate> premises,
                                        AllStates& states, BruteForceProver& truth,
                                        bool nonplayable);

}  // namespace tesuji::tests
