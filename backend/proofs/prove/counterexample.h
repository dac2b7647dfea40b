// Finds counterexamples with clingo: plays and pairs of states.
#pragma once

#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/prove/clingo_prover.h"
#include "ir/formulas/formula.h"
#include "ir/module/module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::proofs {

struct FoundPlay {
  std::optional<Play> play;
  std::string message;  ///< why none was found though one may exist; empty if none exists
};

/// Finds a play from the initial state in which the instance fails after `moves` joint moves.
[[nodiscard]] FoundPlay find_play(const ir::Module& module, const ir::Invariant& invariant,
                                  const std::vector<ir::Symbol>& instance, std::uint32_t moves,
                                  const ProverOptions& options);

/// Finds states that refute the induction step: the instance holds in all but the last of
/// `options.induction` + 1 states, in which it fails; premises hold in the first.
[[nodiscard]] FoundPlay find_pair(const ir::Module& module, const ir::Invariant& invariant,
                                  const std::vector<ir::Symbol>& instance,
                                  std::span<const Candidate> premises,
                                  const ProverOptions& options);

}  // namespace tesuji::proofs
