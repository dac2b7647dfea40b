// Solves a game on several ranks (runtime/host/partition/partitioned_solve.h): `solve --ranks`.
#pragma once

#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"

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

/// For Option::check.
[[nodiscard]] std::string some_ranks(const std::string& text);

/// Loads, solves and reports; only one rank reports. Returns the exit code.
[[nodiscard]] int solve_on_ranks(GameOptions& game, const SolvingOptions& limits,
                                 const RankOptions& options);

}  // namespace tesuji::tools
