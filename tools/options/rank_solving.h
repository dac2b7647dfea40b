// Solves a game on several ranks, if the build has a part that can: `solve --ranks`.
#pragma once

#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"

#include <functional>
#include <string>

namespace tesuji::tools {

struct RankOptions {
  std::string ranks;  ///< a number of threads, or `mpi`; empty: solve without ranks
  std::string disk;   ///< a folder for states; empty: in memory
  /// A file of states to answer questions about, the same on all machines; empty: solve the game.
  std::string states;
  bool merge_symmetric = true;
  bool json = false;
};

/// Both functions are empty if the build has no ranks.
struct RankSolver {
  std::function<std::string(const std::string& text)> check;  ///< for Option::check of --ranks
  /// Loads, solves and reports; only one rank reports. Returns the exit code.
  std::function<int(GameOptions& game, const SolvingOptions& limits, const RankOptions& options)>
      solve;
};

/// Returns this program's solver. Set it before commands run, and do not change it afterwards.
[[nodiscard]] RankSolver& rank_solver();

/// Whether the build has ranks, so that `solve` offers the options for them.
[[nodiscard]] bool has_rank_solver();

}  // namespace tesuji::tools
