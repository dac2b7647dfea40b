// Samples positions of random playouts, with the outcomes of the games: data to fit evaluation
// functions to.
#pragma once

#include "runtime/host/game/game.h"

#include <cstdint>
#include <vector>

namespace tesuji::runtime {

struct PositionSampleOptions {
  std::uint64_t seed = 1;
  std::uint64_t games = 2'000;
  std::uint64_t step_limit = 2'000;
  /// Per game, drawn from all its states that are not terminal, each at most once.
  unsigned positions_per_game = 4;
  double seconds = 0;  ///< time after which no game begins; 0: no limit
};

struct PositionSample {
  std::vector<std::uint64_t> states;  ///< one after the other
  std::vector<float> outcomes;        ///< by state, role 0's outcome: 1 won, 1/2 drawn, 0 lost; in
                                      ///< games of one role, a hundredth of its goal
  std::vector<std::uint32_t> games;   ///< by state: the number of its game
};

/// Plays on the calling thread. Leaves out games that do not end, or whose goals are not numbers;
/// with two roles the outcome is 1 if role 0 has the higher goal, 1/2 if both have the same. Checks
/// the stop flag of the scope it is in; throws LimitReached, Stopped.
[[nodiscard]] PositionSample sample_positions(const Game& game,
                                              const PositionSampleOptions& options);

/// Returns up to `count` different states after so many random joint moves, none of them terminal,
/// in the order of games 0, 1, .. with this seed; fewer if 100 games for each find no more. Throws
/// LimitReached, Stopped.
[[nodiscard]] std::vector<State> random_positions(const Game& game, std::size_t count,
                                                  std::uint64_t moves, std::uint64_t seed);

}  // namespace tesuji::runtime
