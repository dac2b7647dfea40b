// Proofs of sets of formulas by induction on the game's net, with a SAT solver
// (backend/proofs/sat/induction.h).
#pragma once

#include "backend/proofs/observe/net_atoms.h"
#include "backend/proofs/prove/prover.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::proofs {

struct SatOptions {
  double seconds = 0;             ///< for a set; 0: no limit
  std::uint32_t first_depth = 1;  ///< the smallest K
  std::uint32_t most_depth = 1;   ///< the largest
  bool simple_paths = false;      ///< with K > 1 the states of a step differ from each other
  /// Time for property-directed reachability, of all formulas whose step fails; 0: none.
  double directed_seconds = 0;
  std::uint64_t memory_bytes = 0;  ///< resident memory of the process; 0: no limit
  bool nonplayable = false;        ///< 5.2
  const std::atomic<bool>* stop = nullptr;
};

/// Proves what it can of the set, all formulas together. Stages are as those of prove(); what is
/// open or has only its base case is left for others. `refuted`: as for prove().
[[nodiscard]] SetProof prove_on_net(const NetAtoms& atoms, const InvariantSet& set,
                                    const std::vector<Question>& premises,
                                    const SatOptions& options, std::span<const Words> refuted = {});

}  // namespace tesuji::proofs
