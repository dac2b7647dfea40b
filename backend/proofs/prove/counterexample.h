// Counterexamples from clingo: plays and pairs of states.
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
  std::string message;  ///< why there is none though there may be; empty where there is none
};

/// A play from the initial state in which the instance fails after so many joint moves.
[[nodiscard]] FoundPlay find_play(const ir::Module& module, const ir::Invariant& invariant,
                                  const std::vector<ir::Symbol>& instance, std::uint32_t moves,
                                  const ProverOptions& options);

/// States that refute the induction step: the instance holds in all but the last of
/// `options.induction` + 1 states, in which it fails; premises hold in the first.
[[nodiscard]] FoundPlay find_pair(const ir::Module& module, const ir::Invariant& invariant,
                                  const std::vector<ir::Symbol>& instance,
                                  std::span<const Candidate> premises,
                                  const ProverOptions& options);

}  // namespace tesuji::proofs
