// Loads games for commands that solve them, and reports why there is no solution.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/search/minimax.h"
#include "tools/files/state_list.h"
#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"
#include "tools/options/time_limits.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// A loaded game to search within limits.
struct LoadedSearch {
  const driver::LoadedGame& loaded;
  driver::Session& session;
  const TimeLimit& limit;
};

/// Loads the game, calls `answer`, and returns its exit code, or that of loading.
[[nodiscard]] int with_loaded(GameOptions& game, double seconds,
                              const std::function<int(const LoadedSearch&)>& answer);

/// Returns the exit code of `answer`. If it throws because the game is too large, is not a
/// two-player game with turns, or was stopped, reports that on standard error. `why_stopped`
/// returns the reason of a stop.
[[nodiscard]] int answer_or_reason(GameOptions& game, const driver::LoadedGame& loaded,
                                   std::uint64_t memory_mib,
                                   const std::function<std::string()>& why_stopped,
                                   const std::function<int()>& answer);

/// A loaded game with its solver.
struct Solving {
  const driver::LoadedGame& loaded;
  runtime::Minimax& minimax;
  const runtime::StateSpaceOptions& space;
  driver::Session& session;
  std::function<void()> end_progress;  ///< call it before printing anything
};

/// Loads the game, calls `answer`, and prints diagnostics. Returns the exit code.
[[nodiscard]] int with_minimax(GameOptions& game, const SolvingOptions& options,
                               const std::function<int(const Solving&)>& answer);
/// As above, for a loaded game.
[[nodiscard]] int with_minimax(const LoadedSearch& search, GameOptions& game,
                               const SolvingOptions& options,
                               const std::function<int(const Solving&)>& answer);

/// Value of --states for all reachable states.
inline constexpr std::string_view all_states = "all";

/// Returns all states of the game, numbered from 1, or states by listed_or_random_states().
[[nodiscard]] std::optional<std::vector<ListedState>> states_to_solve(const std::string& which,
                                                                      const Solving& solving,
                                                                      OverStates over);

/// Returns the states of a file, or for `random:N:MOVES` up to N random positions after so many
/// joint moves, numbered from 1. Nothing if either is wrong (reported). Throws runtime::Stopped if
/// `*stop` is set meanwhile.
[[nodiscard]] std::optional<std::vector<ListedState>> listed_or_random_states(
    const std::string& which, const driver::LoadedGame& loaded, OverStates over,
    driver::Session& session, const std::atomic<bool>* stop);

/// Returns the states of a file; nothing if the file is wrong (reported).
[[nodiscard]] std::optional<std::vector<ListedState>> read_turn_states(const std::string& path,
                                                                       const runtime::Game& game,
                                                                       const runtime::Turns& turns,
                                                                       OverStates over,
                                                                       driver::Session& session);

}  // namespace tesuji::tools
