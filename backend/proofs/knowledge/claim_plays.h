// Formulas about what roles know, asked of plays by the game's own rules: of those that proofs
// found, and of random ones.
#pragma once

#include "backend/proofs/knowledge/prove_knowledge.h"
#include "backend/proofs/knowledge/split_claims.h"
#include "backend/proofs/knowledge/walk.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/observer.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

// The states that are possible for a role along a play: all to which plays come that look alike to
// it. What is so in all of them it knows.

struct BeliefLimits {
  std::size_t most_states = 2'000;    ///< of one belief
  std::uint64_t most_moves = 50'000;  ///< joint moves that are tried after one move of the role
};

/// For one thread; the observer outlives it. Throws runtime::LimitReached as the game does.
class Beliefs {
 public:
  Beliefs(const Observer& observer, std::uint32_t role, const BeliefLimits& limits)
      : walk_(observer), role_(role), limits_(limits) {
    restart();
  }

  /// To the initial state, which every role knows.
  void restart();
  /// The role makes a move and sees percepts.
  void advance(runtime::Move own, const std::vector<std::string>& percepts);

  [[nodiscard]] std::uint32_t role() const { return role_; }
  [[nodiscard]] std::size_t size() const { return steps_.back().size(); }
  [[nodiscard]] runtime::StateView state(std::size_t i) const { return steps_.back()[i].state; }
  /// Whether all possible states are there; else there are some, which are possible.
  [[nodiscard]] bool is_complete() const { return complete_; }
  /// The joint moves of a play to the state.
  [[nodiscard]] std::vector<Moves> way_to(std::size_t i) const;

 private:
  struct Place {
    runtime::State state;
    std::size_t before = 0;  ///< in the step before
    Moves joint{};           ///< made there
  };

  Walk walk_;
  std::uint32_t role_;
  BeliefLimits limits_;
  std::vector<std::vector<Place>> steps_;
  bool complete_ = true;
};

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
