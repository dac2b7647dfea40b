// Defines a formula to be proved and the state of its proof: the types that all provers share.
#pragma once

#include "ir/formulas/formula.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::proofs {

/// An instance of an invariant, which must outlive it.
struct Candidate {
  const ir::Invariant* invariant = nullptr;
  ir::InstanceNumber instance = 0;
  bool refuted = false;  ///< a play violates it: only its base case is decided
};

/// The state of a formula's proof.
enum class Outcome : std::uint8_t {
  open,         ///< unknown, or a limit was reached
  base_failed,  ///< a play violates it in a state that the base case checks
  base_holds,   ///< the step is undecided
  step_failed,  ///< the last step tried has a model
  refuted,      ///< true in the initial state, but false in a known play: no step is tried
  proved,
};

/// Returns, by candidate, the number of further states that its formula reads.
[[nodiscard]] inline std::vector<std::uint32_t> degrees_of(std::span<const Candidate> candidates) {
  std::vector<std::uint32_t> degrees;
  for (const Candidate& some : candidates) degrees.push_back(ir::degree(some.invariant->formula));
  return degrees;
}

}  // namespace tesuji::proofs

namespace tesuji::sat {
using proofs::Candidate;
using proofs::Outcome;
}  // namespace tesuji::sat
