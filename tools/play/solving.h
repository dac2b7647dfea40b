// Commands that solve a game: what they read, and what they say where there is no solution.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/search/minimax.h"
#include "tools/files/state_list.h"
#include "tools/files/state_turns.h"
#include "tools/options/game_options.h"
#include "tools/options/solving_options.h"
#include "tools/options/time_limit.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// A game that is loaded to be searched within limits.
struct LoadedSearch {
  const driver::LoadedGame& loaded;
  driver::Session& session;
  const TimeLimit& limit;
};

/// Loads the game, calls `answer`, and returns its exit code, or that of loading.
[[nodiscard]] int with_loaded(GameOptions& game, double seconds,
                              const std::function<int(const LoadedSearch&)>& answer);

/// The exit code of `answer`; where it throws since the game is too large, is none for two players
/// in turn, or was stopped, that is said on standard error. `why_stopped` says the latter.
[[nodiscard]] int answer_or_reason(GameOptions& game, const driver::LoadedGame& loaded,
                                   std::uint64_t memory_mib,
                                   const std::function<std::string()>& why_stopped,
                                   const std::function<int()>& answer);

/// A game that is loaded, and what solves it.
struct Solving {
  const driver::LoadedGame& loaded;
  runtime::Minimax& minimax;
  const runtime::StateSpaceOptions& space;
  driver::Session& session;
  std::function<void()> end_progress;  ///< to be called before anything is printed
};

/// Loads the game, calls `answer`, and prints diagnostics. Returns the exit code.
[[nodiscard]] int with_minimax(GameOptions& game, const SolvingOptions& options,
                               const std::function<int(const Solving&)>& answer);
/// The same of a game that is loaded.
[[nodiscard]] int with_minimax(const LoadedSearch& search, GameOptions& game,
                               const SolvingOptions& options,
                               const std::function<int(const Solving&)>& answer);

/// What --states says for all that play can reach.
inline constexpr std::string_view all_states = "all";

/// All states of the game, numbered from 1, or those of a file; nothing where that is wrong
/// (reported).
[[nodiscard]] std::optional<std::vector<ListedState>> states_to_solve(const std::string& which,
                                                                      const Solving& solving,
                                                                      OverStates over);

/// The states of a file; nothing where that is wrong (reported).
[[nodiscard]] std::optional<std::vector<ListedState>> read_turn_states(const std::string& path,
                                                                       const runtime::Game& game,
                                                                       const runtime::Turns& turns,
                                                                       OverStates over,
                                                                       driver::Session& session);

}  // namespace tesuji::tools
