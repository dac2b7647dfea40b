// Replays a trace and compares every state, and as much of perft as a budget allows.
#pragma once

#include "runtime/host/game/game.h"
#include "tools/files/trace.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A difference between game and trace.
struct Difference {
  std::string where;     ///< `playout 2 step 13`, `perft 3`, `roles`
  std::string what;      ///< `fluents`, `legal moves of white`, `terminal`, ...
  std::string expected;  ///< by the trace
  std::string found;     ///< in the game
};

struct ReplayOptions {
  std::uint64_t max_differences = 20;   ///< stop after this many
  std::uint64_t perft_budget = 20'000;  ///< transitions per trace; 0: no perft
  /// Checked before every state, and before perft; may be null.
  const std::atomic<bool>* stop = nullptr;
};

struct ReplayResult {
  std::uint64_t states = 0;        ///< compared
  std::uint32_t perft_levels = 0;  ///< compared
  std::vector<Difference> differences;
};

/// Throws what the game throws (LimitReached).
[[nodiscard]] ReplayResult replay(const runtime::Game& game, const Trace& trace,
                                  const ReplayOptions& options);

}  // namespace tesuji::tools
