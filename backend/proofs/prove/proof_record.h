// The order of proofs by induction: what a certificate is made of.
#pragma once

#include "backend/proofs/observe/checker.h"
#include "ir/formulas/formula.h"

#include <cstdint>
#include <vector>

namespace tesuji::proofs {

/// A formula that was proved: one instance of an invariant.
struct ProvedFormula {
  const ir::Invariant* invariant = nullptr;
  InstanceNumber instance = 0;
};

/// Formulas that were proved together: each by itself, or by mutual induction. All formulas of
/// earlier steps were premises, or might have been.
struct ProofStep {
  std::vector<ProvedFormula> formulas;
  std::uint32_t induction = 1;  ///< states in which the formulas are assumed; prefix: its length
  /// The step only considers sequences in which no state comes twice.
  bool simple_path = false;
  /// The formulas hold in the first states of every play; of others nothing is said.
  bool is_prefix = false;
  double seconds = 0;  ///< from the beginning of the set's proofs to this one, by the clock
};

}  // namespace tesuji::proofs
