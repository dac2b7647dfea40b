// Counterexamples of provers, held against all states of a small game.
#pragma once

#include "backend/asp/attack/replay.h"
#include "backend/asp/encode/proof_programs.h"
#include "backend/asp/observe/checker.h"
#include "backend/asp/prove/verdict.h"
#include "ir/formulas/formula.h"
#include "tests/property/all_states.h"
#include "tests/property/brute_force_prover.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tests {

/// A play, or a pair of states, that is said to refute an instance after so many moves.
struct ShownPlay {
  const asp::Play& play;
  const ir::Invariant& invariant;
  asp::InstanceNumber instance = 0;
  asp::PlayStart start = asp::PlayStart::initial;
  std::uint32_t moves = 0;
};

/// Why it is no counterexample; empty where it is one. `premises` have to hold in it.
[[nodiscard]] std::string fault_of_play(const ShownPlay& shown,
                                        const std::vector<asp::Question>& premises,
                                        AllStates& states, BruteForceProver& truth,
                                        bool nonplayable);

}  // namespace tesuji::tests
