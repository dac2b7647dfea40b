// Implements tesuji solve --method=forward: searches for the values of single positions.
#pragma once

#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"
#include "tools/play/solving.h"

#include <string>

namespace tesuji::tools {

/// Name of the method for --method.
inline constexpr const char* forward_method = "forward";

/// Solves the initial state, or those of `states` (a file, or random:N:MOVES), and reports each as
/// it is solved. Returns the exit code: exit_limit if one of them was not solved.
[[nodiscard]] int solve_forward(const LoadedSearch& search, GameOptions& game,
                                const SolvingOptions& limits, const std::string& states,
                                double position_seconds, bool json);

}  // namespace tesuji::tools
