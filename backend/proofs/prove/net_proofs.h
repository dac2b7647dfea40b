// Provides the parts that proofs on a game's net share: atoms, premises, plays, limits.
#pragma once

#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/observe/net_atoms.h"
#include "backend/proofs/sat/induction.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::proofs {

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

}  // namespace tesuji::proofs
