// Solves a game on several ranks (runtime/host/partition/partitioned_solve.h): `solve --ranks`.
#pragma once

#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"

namespace tesuji::tools {

struct RankOptions {
  unsigned ranks = 0;  ///< threads; 0: the game is solved as a whole
  bool progress = false;
  bool json = false;
};

/// Loads, solves, reports. Returns the exit code.
[[nodiscard]] int solve_on_ranks(GameOptions& game, const SolvingOptions& limits,
                                 const RankOptions& options);

}  // namespace tesuji::tools
