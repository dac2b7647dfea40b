// Plays that look alike to a role: replayed, and looked for at random.
#pragma once

#include "backend/proofs/knowledge/prove_knowledge.h"
#include "backend/proofs/observe/observer.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::proofs {

/// Replays both plays on the game's state machine. Empty where they are legal, have the states that
/// they show, look alike to the role, and differ in what is claimed to be known of their last
/// states; else what is wrong, in words.
[[nodiscard]] std::string replay_alike(const Observer& observer, std::uint32_t role, Known known,
                                       const std::pair<Play, Play>& plays);

struct AlikeOptions {
  std::uint64_t pairs = 1'000'000;           ///< of plays that look alike to some role
  double seconds = 5;                        ///< 0: no limit
  std::uint64_t most_histories = 2'000'000;  ///< that are remembered
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;
};

struct AlikeViolation {
  std::uint32_t role = 0;
  Known known = Known::legal;
  std::pair<Play, Play> plays;
};

struct AlikeResult {
  std::uint64_t pairs = 0;  ///< of histories that were compared
  std::uint64_t plays = 0;
  std::vector<AlikeViolation> violations;  ///< the first of each role and claim
};

/// Plays at random, and compares what the roles, but `random`, know of states to which plays come
/// that look alike to them. Throws runtime::LimitReached as the game does.
[[nodiscard]] AlikeResult attack_alike(const Observer& observer, const AlikeOptions& options);

}  // namespace tesuji::proofs
