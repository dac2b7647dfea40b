// Proves sets of formulas by induction on the game's net, with a SAT solver
// (backend/proofs/sat/induction.h).
#pragma once

#include "backend/proofs/observe/net_atoms.h"
#include "backend/proofs/prove/prover.h"

#include <atomic>
#include <cstdint>

namespace tesuji::proofs {

struct SatOptions {
  double seconds = 0;             ///< for a set, in addition to the task's limit; 0: no limit
  std::uint32_t first_depth = 1;  ///< the smallest K
  std::uint32_t most_depth = 1;   ///< the largest
  bool simple_paths = false;      ///< with K > 1, the states of a step must differ from each other
  /// Time for property-directed reachability, for all formulas whose step fails; 0: disabled.
  double directed_seconds = 0;
  std::uint64_t memory_bytes = 0;  ///< resident memory of the process; 0: no limit
  bool nonplayable = false;        ///< 5.2
  const std::atomic<bool>* stop = nullptr;
};

/// Proves all formulas of a set together. Other provers continue with formulas that are open or
/// have only their base case.
class SatProver final : public Prover {
 public:
  /// The atoms must outlive it.
  SatProver(const NetAtoms& atoms, const SatOptions& options) : atoms_(atoms), options_(options) {}

  void advance(SetProof& proof, const ProofTask& task) const override;

 private:
  const NetAtoms& atoms_;
  const SatOptions options_;
};

}  // namespace tesuji::proofs
