// Opens games that are played in parallel with given moves, in lanes or one after the other.
#pragma once

#include "backend/driver/load.h"
#include "backend/open/open_vector.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/steps/lane_vector.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

struct VectorGame {
  LoadedGame loaded;
  /// The game with dense numbers (runtime/host/game/dense_numbers.h); owns everything that it
  /// needs.
  std::shared_ptr<const tsj_plugin> tables;
  std::shared_ptr<const runtime::LaneStepCode> lanes;  ///< null without lanes
  std::string reason;                                  ///< why there are no lanes
  std::vector<runtime::StateTest> control{};           ///< without lanes: make_single_vector
};

/// Opens rulesheets, IR texts and plugins; plugins have lanes for steps if they were compiled with
/// `--batch`. `blocks`: 1, 4, 8, or 0 for the widest. `native`: also compiles the game itself if
/// there are lanes, for callers that query single states, too. Reports errors in the file.
[[nodiscard]] std::optional<VectorGame> load_vector_game(const std::string& path,
                                                         std::uint32_t blocks, bool joint,
                                                         const Options& options, Session& session,
                                                         bool native = false);

}  // namespace tesuji::driver
