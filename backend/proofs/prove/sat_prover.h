// Proves sets of formulas by induction on the game's net, with a SAT solver
// (backend/proofs/sat/induction.h).
#pragma once

#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/observe/net_atoms.h"
#include "backend/proofs/prove/prover.h"
#include "backend/proofs/sat/induction.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::proofs {

// Parts that proofs on a game's net share: atoms, premises, plays, limits.

/// Looks up the signal of each atom once. For one thread.
class KnownAtoms final : public sat::AtomSignals {
 public:
  explicit KnownAtoms(const NetAtoms& atoms) : atoms_(atoms) {}

  [[nodiscard]] ir::Signal signal(ir::RelationId relation,
                                  std::span<const ir::Symbol> tuple) const override;
  [[nodiscard]] const std::vector<Tuple>* possible(ir::RelationId relation) const override {
    return atoms_.possible(relation);
  }

 private:
  const NetAtoms& atoms_;
  mutable std::map<std::vector<std::uint32_t>, ir::Signal> known_;
};

/// Returns the trace with the names of fluents and moves; it violates `instance`.
[[nodiscard]] Play play_of(const sat::Trace& trace, const NetAtoms& atoms,
                           const std::vector<ir::Symbol>& instance);

/// Returns limits that begin now: 0 means no limit, a null `stop` never stops.
[[nodiscard]] sat::Limits limits_of(double seconds, std::uint64_t memory_bytes,
                                    const std::atomic<bool>* stop);

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
