// Splits formulas about what roles know into formulas of single states, which proofs, playouts and
// enumeration can evaluate, and formulas over these.
#pragma once

#include "backend/proofs/observe/checker.h"
#include "backend/proofs/sat/knowledge_formula.h"
#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// One formula: an instance of an invariant, which must outlive it.
struct SplitClaim {
  std::size_t invariant = 0;  ///< index among the split invariants
  InstanceNumber instance = 0;
  sat::KnowledgeFormula formula;
};

struct SplitClaims {
  /// Of degree 0, without parameters and knowledge; without duplicates.
  std::vector<ir::Invariant> leaves;
  std::vector<SplitClaim> claims;  ///< by invariant, then instance
  /// By invariant: why it has no claims; empty if it has.
  std::vector<std::string> left_out;

  /// Whether one leaf is the negation of the other.
  [[nodiscard]] bool are_opposite(std::size_t a, std::size_t b) const;
};

/// Expands quantifiers around `knows`. Leaves out invariants that would expand to more than
/// `most_parts` parts. Requires formulas that InvariantChecks accepts.
[[nodiscard]] SplitClaims split_claims(std::span<const ir::Invariant> invariants,
                                       const ir::Module& module, std::size_t most_parts = 50'000);

}  // namespace tesuji::proofs
