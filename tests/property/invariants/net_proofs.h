// Proofs on the net of a small game, held against clingo's and against all states.
#pragma once

#include "backend/proofs/observe/net_atoms.h"
#include "backend/proofs/prove/clingo_prover.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/brute_force_prover.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tesuji::tests {

/// What is to be proved. All of it outlives this.
struct NetQuestion {
  const proofs::NetAtoms& net;
  const ir::Module& module;
  BruteForceProver& truth;
  const proofs::InvariantSet& set;
  std::span<const proofs::Candidate> premises;
  bool premises_hold = true;
  std::span<const proofs::Words> refuted{};
  std::uint32_t induction = 1;
  bool nonplayable = false;
};

struct NetCounts {
  std::size_t proved = 0;   ///< formulas, clingo's among them
  std::size_t stopped = 0;  ///< proofs that were stopped
  std::size_t kept = 0;     ///< formulas that these had proved by then
};

/// What the SAT solver proves: all that clingo proves (`clingo`), and nothing that is false.
/// Returns what is wrong, in words.
[[nodiscard]] std::string compare_on_net(const NetQuestion& question,
                                         const proofs::SetProof& clingo, runtime::Rng& rng,
                                         NetCounts& counts);

/// Stops the SAT solver somewhere: what it has proved by then is true, and what it has refuted is
/// not.
[[nodiscard]] std::string compare_when_stopped(const NetQuestion& question, runtime::Rng& rng,
                                               NetCounts& counts);

/// Why a proof is wrong about states in reach.
[[nodiscard]] std::string unsound_part(const proofs::SetProof& proof, BruteForceProver& truth,
                                       const ir::Module& module);

[[nodiscard]] std::string_view name_of(proofs::Outcome stage);

}  // namespace tesuji::tests
