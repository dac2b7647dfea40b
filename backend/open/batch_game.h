// Games that play many random games at a time: in lanes, by a plugin, or else one by one.
#pragma once

#include "backend/driver/games/lanes.h"
#include "backend/driver/load.h"
#include "backend/open/open_batch.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tesuji::driver {

/// A game to be played in lanes, or why it is not.
struct BatchGame {
  LoadedGame loaded;  ///< the game itself; where there are no lanes, by what is fastest without
  std::optional<runtime::LanePlayer> lanes;
  /// Of a plugin, which plays in lanes by itself (backend/plugins/host/batch.h): how many at a
  /// time; else 0.
  std::uint32_t plugin_lanes = 0;
  std::string reason;      ///< why there are no lanes
  std::string engine;      ///< without lanes: what plays one by one
  std::string gpu_reason;  ///< why the GPU, which was asked for, does not play

  /// How many games at a time; 0: one by one.
  [[nodiscard]] std::uint32_t width() const {
    return lanes ? 64 * lanes->code.blocks : plugin_lanes;
  }
};

/// Rulesheets, IR texts and plugins. `blocks`: 1, 4, 8, gpu_blocks, or 0 for the widest; a plugin
/// may have code, and the processor words, for fewer. Reports what is wrong with the file; that
/// there are no lanes is an error only with weights, which nothing else knows (code "limit";
/// "usage" for a plugin), and so is a weight for what is no move of the game ("weights"). The
/// options' engine is of no account. `asked_often`: the game itself is compiled, too, for those who
/// ask it for states one by one as well.
[[nodiscard]] std::optional<BatchGame> load_batch_game(const std::string& path,
                                                       std::uint32_t blocks, const Options& options,
                                                       Session& session,
                                                       const MoveWeights& weights = {},
                                                       bool asked_often = false);

}  // namespace tesuji::driver
