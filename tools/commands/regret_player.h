// Implements tesuji regret --player: how often a player keeps the value of positions.
#pragma once

#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"
#include "tools/play/solving.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tesuji::tools {

struct PlayerRegretArguments {
  std::string player;                    ///< --player; empty: a strategy is judged
  std::optional<double> move_seconds{};  ///< --move-seconds
  double position_seconds = 0;           ///< --position-seconds; 0: no limit
};

/// Asks the player for a move in each of these states (all, a file, or random:N:MOVES) in which the
/// role is to move (empty: any), judges it by exact search, and reports. Returns the exit code.
[[nodiscard]] int judge_player(const LoadedSearch& search, GameOptions& game,
                               const SolvingOptions& limits, const std::string& states,
                               const std::string& role, const PlayerRegretArguments& arguments,
                               std::size_t worst, bool json);

}  // namespace tesuji::tools
