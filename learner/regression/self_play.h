// Plays games of the program against itself, to learn what positions are worth.
//
// Both sides move to the next state with the highest value, or at random now and then, so that
// games differ.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/search/evaluation.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::learner {

/// A state of a game that was played, and how it went on.
struct PlayedState {
  runtime::State state;
  bool at_random = false;  ///< the next move was drawn
};

/// How both sides move.
struct SelfPlayPolicy {
  std::array<runtime::Evaluation*, 2> evaluations{};  ///< by role; null: at random
  double random_share = 0;                            ///< of random moves
  std::uint64_t random_moves = 0;                     ///< at the beginning
};

/// For games of two roles. Not thread-safe.
class SelfPlay {
 public:
  /// `game` must outlive it. Games of more than `step_limit` moves are left out.
  SelfPlay(const runtime::Game& game, std::uint64_t step_limit);

  /// Plays a game, and returns role 0's outcome: 1 won, 1/2 drawn, 0 lost. Nothing if it did not
  /// end in time, or its goals are not numbers. Checks the stop flag of the scope it is in; throws
  /// runtime::Stopped, LimitReached as the game does, and TurnError if both roles have a choice.
  [[nodiscard]] std::optional<double> play(const SelfPlayPolicy& policy, runtime::Rng& random,
                                           runtime::Deadline& deadline);

  /// Returns the states that the last game went through, without its end. The caller may change
  /// the list.
  [[nodiscard]] std::vector<PlayedState>& states() { return states_; }

 private:
  [[nodiscard]] bool move(const runtime::State& state, const SelfPlayPolicy& policy,
                          runtime::Rng& random);
  [[nodiscard]] std::optional<double> outcome(runtime::StateView end);

  const runtime::Game& game_;
  std::uint64_t step_limit_;
  runtime::Turns turns_;
  std::unique_ptr<runtime::Scratch> scratch_;
  std::vector<std::vector<runtime::Move>> legal_;
  std::vector<PlayedState> states_;
  runtime::State best_;
  runtime::State next_;
};

/// Returns the score of moving by the first evaluation against moving by the second, in pairs of
/// games with exchanged roles: 1 for a win, 1/2 for a draw. One half if no game ends within
/// `seconds`. Throws as SelfPlay::play does.
[[nodiscard]] double compare_greedily(const runtime::Game& game, runtime::Evaluation& first,
                                      runtime::Evaluation& second, std::uint64_t step_limit,
                                      double seconds = 2, std::uint64_t pairs = 20,
                                      std::uint64_t seed = 1);

}  // namespace tesuji::learner
