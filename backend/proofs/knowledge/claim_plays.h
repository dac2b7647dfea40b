// Formulas about what roles know, asked of plays by the game's own rules: of those that proofs
// found, and of random ones.
#pragma once

#include "backend/proofs/knowledge/beliefs.h"
#include "backend/proofs/knowledge/prove_knowledge.h"
#include "backend/proofs/knowledge/split_claims.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/observer.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// A game, and what judges the leaves of claims in its states. All of it outlives this.
struct ClaimScene {
  const Observer& observer;
  const Checker& leaves;  ///< of SplitClaims::leaves
  const SplitClaims& claims;
};

enum class ClaimReplay : std::uint8_t {
  fails,      ///< the game plays the plays as they are, and the formula fails
  undecided,  ///< they are played so, but whether it fails depends on plays that are not there
  differs,    ///< a bug of ours
};

/// Replays the plays that refute a claim. `wrong`: what differs, in words.
[[nodiscard]] ClaimReplay replay_claim(const ClaimScene& scene, std::size_t claim,
                                       const PlaysApart& plays, std::string& wrong);

/// A play that refutes a claim, with plays that look like it to the roles of the claim: one for
/// each leaf that they do not know.
[[nodiscard]] PlaysApart plays_apart(const ClaimScene& scene, std::size_t claim, Play play);

struct ClaimAttackOptions {
  std::uint64_t pairs = 1'000'000;  ///< of plays that look alike to some role
  double seconds = 5;               ///< 0: no limit
  std::uint64_t seed = 1;
  BeliefLimits beliefs{};
  const std::atomic<bool>* stop = nullptr;
};

struct ClaimViolation {
  std::size_t claim = 0;
  PlaysApart plays;
};

struct ClaimAttackResult {
  std::uint64_t pairs = 0;   ///< states of random plays and other states that were possible
  std::uint64_t states = 0;  ///< of random plays
  std::vector<ClaimViolation> violations;  ///< the first of each claim
};

/// Plays at random. In each state it computes which states are possible for the roles of which
/// claims are, and evaluates the claims. Throws runtime::LimitReached as the game does.
[[nodiscard]] ClaimAttackResult attack_claims(const ClaimScene& scene,
                                              const ClaimAttackOptions& options);

}  // namespace tesuji::proofs
