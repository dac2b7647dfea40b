// A formula that is to be proved, and how far its proof has come: what all provers share.
#pragma once

#include "ir/formulas/formula.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::proofs {

/// An instance of an invariant, which outlives it.
struct Candidate {
  const ir::Invariant* invariant = nullptr;
  ir::InstanceNumber instance = 0;
  bool refuted = false;  ///< a play violates it: only its base case is decided
};

/// How far the proof of one formula has come.
enum class Outcome : std::uint8_t {
  open,         ///< nothing is known, or a limit was reached
  base_failed,  ///< a play violates it in a state that the base case looks at
  base_holds,   ///< the step is not decided
  step_failed,  ///< the last step tried has a model
  refuted,      ///< true in the initial state, but not in a known play: no step is tried
  proved,
};

/// By candidate: how far its formula looks ahead.
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
