// Plays the games of a learner in sequence and records their cost: the curve of cumulative minimax
// regret.
#pragma once

#include "learner/arena/arena.h"

#include <cstddef>
#include <cstdint>

namespace tesuji::learner {

struct TrainingOptions {
  std::uint64_t seed = 1;
  /// Start boards in their order, again from the first after the last; else drawn at random, each
  /// with the same probability. A learner may want others.
  bool in_order = false;
};

/// What one game cost. Small, since there may be many.
struct TrainingGame {
  std::uint32_t board = 0;         ///< into the arena's start boards
  std::uint32_t length = 0;        ///< moves
  std::uint32_t random_moves = 0;  ///< of the learner
  Outcome outcome = Outcome::drawn;
  std::int8_t regret = 0;
};

/// Games are numbered from 0; each has random numbers of its own, so that the games from n on are
/// the same whether those before it were played here or in an earlier run. Not thread-safe.
class Training {
 public:
  /// Both must outlive it and belong together. `begin`: games that were played before.
  Training(Arena& arena, Learner& learner, TrainingOptions options, std::uint64_t begin = 0)
      : arena_(arena), learner_(learner), options_(options), next_(begin) {}

  /// Plays a game and learns from it. What is returned is of that game, or, where the opponent is
  /// not perfect, of another one from the same board before anything is learned, against the
  /// perfect opponent if the game is solved. Throws what Arena::play and Learner::finish throw, and
  /// Stopped; the learner is as before the game then.
  TrainingGame next();

  /// The number of the game that comes next.
  [[nodiscard]] std::uint64_t number() const { return next_; }

 private:
  Arena& arena_;
  Learner& learner_;
  TrainingOptions options_;
  std::uint64_t next_;
};

}  // namespace tesuji::learner
