// Takes formulas about what roles know apart: into formulas of single states, which proofs,
// playouts and enumeration can evaluate, and what is said about them.
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

/// One formula: an instance of an invariant, which outlives it.
struct SplitClaim {
  std::size_t invariant = 0;  ///< position among those that were split
  InstanceNumber instance = 0;
  sat::KnowledgeFormula formula;
};

struct SplitClaims {
  /// Of degree 0, without parameters and knowledge; equal ones are there once.
  std::vector<ir::Invariant> leaves;
  std::vector<SplitClaim> claims;  ///< by invariant, then instance
  /// By invariant: why there are no claims of it; empty where there are.
  std::vector<std::string> left_out;

  /// Whether one leaf is the negation of the other.
  [[nodiscard]] bool are_opposite(std::size_t a, std::size_t b) const;
};

/// Quantifiers around `knows` are written out. Invariants of which more than `most_parts` parts
/// come up are left out. Requires formulas as InvariantChecks lets them pass.
[[nodiscard]] SplitClaims split_claims(std::span<const ir::Invariant> invariants,
                                       const ir::Module& module, std::size_t most_parts = 50'000);

}  // namespace tesuji::proofs
