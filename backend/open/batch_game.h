// Opens games that play many random games at a time: in lanes, by a plugin, or one by one.
//
// load_batch_game chooses the net that lanes are made of, and applies weights of moves and tactics;
// open_batch.h declares simulate(), which plays the game.
#pragma once

#include "backend/driver/games/lanes.h"
#include "backend/driver/load.h"
#include "backend/open/open_batch.h"
#include "runtime/host/mcts/lane_expansion.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tesuji::driver {

/// A game to be played in lanes, or the reason why it is not.
struct BatchGame {
  LoadedGame loaded;  ///< the game itself; without lanes, on the fastest other engine
  std::optional<runtime::LanePlayer> lanes;
  /// For a plugin that plays in lanes by itself (backend/plugins/host/batch.h): how many at a time;
  /// otherwise 0.
  std::uint32_t plugin_lanes = 0;
  /// Answers about many states at a time, for search in a tree, in the moves of `loaded`; null
  /// unless callers query states, too, or if it would be too large or lacks goals.
  std::shared_ptr<const runtime::LaneExpansion> expansion;
  std::string reason;      ///< why there are no lanes
  std::string engine;      ///< without lanes: the engine that plays one by one
  std::string gpu_reason;  ///< why a requested GPU does not play

  /// Number of games at a time; 0: one by one.
  [[nodiscard]] std::uint32_t width() const {
    return lanes ? 64 * lanes->code.blocks : plugin_lanes;
  }
};

/// Opens rulesheets, IR texts and plugins. `blocks`: 1, 4, 8, gpu_blocks, or 0 for the widest; the
/// plugin's code or the processor may support fewer. Reports errors in the file. Missing lanes are
/// an error only with weights, which only lanes support (code "limit"; "usage" for a plugin), and
/// so is a weight for an unknown move ("weights"). Ignores `options.engine`. `asked_often`: also
/// compiles the game itself, for callers that query single states, too.
[[nodiscard]] std::optional<BatchGame> load_batch_game(const std::string& path,
                                                       std::uint32_t blocks, const Options& options,
                                                       Session& session,
                                                       const PlayoutPolicy& policy = {},
                                                       bool asked_often = false);

}  // namespace tesuji::driver
