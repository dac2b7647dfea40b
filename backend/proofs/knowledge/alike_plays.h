// Replays plays that look alike to a role, and searches for them at random.
#pragma once

#include "backend/proofs/knowledge/prove_knowledge.h"
#include "backend/proofs/observe/observer.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::proofs {

/// Replays both plays on the game's state machine. Returns an empty string if they are legal, have
/// the shown states, look alike to the role, and differ in the claimed knowledge in their last
/// states; otherwise the difference, in words.
[[nodiscard]] std::string replay_alike(const Observer& observer, std::uint32_t role, Known known,
                                       const std::pair<Play, Play>& plays);

struct AlikeOptions {
  std::uint64_t pairs = 1'000'000;           ///< of plays that look alike to some role
  double seconds = 5;                        ///< 0: no limit
  std::uint64_t most_histories = 2'000'000;  ///< number to remember
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;
};

struct AlikeViolation {
  std::uint32_t role = 0;
  Known known = Known::legal;
  std::pair<Play, Play> plays;
};

struct AlikeResult {
  std::uint64_t pairs = 0;  ///< number of histories compared
  std::uint64_t plays = 0;
  std::vector<AlikeViolation> violations;  ///< the first one for each role and claim
};

/// Plays at random, and compares the knowledge of all roles except `random` in states reached by
/// plays that look alike to them. Throws runtime::LimitReached as the game does.
[[nodiscard]] AlikeResult attack_alike(const Observer& observer, const AlikeOptions& options);

}  // namespace tesuji::proofs
