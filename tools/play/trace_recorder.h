// Writes traces (tools/files/trace.h): the results of a game along some playouts.
#pragma once

#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::tools {

struct RecordedTrace {
  std::string text;            ///< gdl-trace/1 (docs/cli/trace-format.md), one step a line
  std::uint64_t playouts = 0;  ///< in the text
  std::uint64_t states = 0;    ///< in the text
  bool stopped = false;        ///< fewer than requested
};

struct RecordOptions {
  std::uint64_t seed = 1;
  std::uint64_t playouts = 5;
  std::uint64_t max_steps = 60;
  std::uint64_t perft_transitions = 20'000;     ///< 0: no perft
  const std::atomic<bool>* stop = nullptr;      ///< checked before every state; may be null
  std::string oracle;                           ///< name of the engine
  std::optional<std::uint64_t> rulesheet_hash;  ///< FNV-1a 64 of the rulesheet's bytes, if known
};

/// Records random playouts: number i is the one that `simulate` plays with stream i of the seed.
/// Records some states of the first one in full. Throws what the game throws (LimitReached).
[[nodiscard]] RecordedTrace record_playouts(const runtime::Game& game,
                                            const RecordOptions& options);

/// Records the playout of these joint moves, which must be legal. It is `cut` if it does not end
/// the game.
[[nodiscard]] RecordedTrace record_moves(const runtime::Game& game,
                                         const std::vector<std::vector<runtime::Move>>& moves,
                                         const RecordOptions& options);

}  // namespace tesuji::tools
