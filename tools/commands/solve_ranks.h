// Solves a game on several ranks (runtime/host/partition/partitioned_solve.h): `solve --ranks`.
#pragma once

#include "tools/options/rank_solving.h"

#include <string>

namespace tesuji::tools {

/// For Option::check.
[[nodiscard]] std::string some_ranks(const std::string& text);

/// Loads, solves and reports; only one rank reports. Returns the exit code.
[[nodiscard]] int solve_on_ranks(GameOptions& game, const SolvingOptions& limits,
                                 const RankOptions& options);

}  // namespace tesuji::tools
