// Games that are played side by side with given moves, in lanes or else one after the other.
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
  /// The game with dense numbers (runtime/host/game/numbered_game.h); it keeps all that it needs.
  std::shared_ptr<const tsj_plugin> tables;
  std::shared_ptr<const runtime::LaneStepCode> lanes;  ///< null: there are none
  std::string reason;                                  ///< why there are no lanes
  std::vector<runtime::StateTest> control{};           ///< without lanes: make_single_vector
};

/// Rulesheets, IR texts and plugins, which have lanes for steps where they were compiled with
/// `--batch`. `blocks`: 1, 4, 8, or 0 for the widest. `native`: the game itself is compiled, too,
/// where there are lanes, for those who ask it for states one by one as well. Reports what is wrong
/// with the file.
[[nodiscard]] std::optional<VectorGame> load_vector_game(const std::string& path,
                                                         std::uint32_t blocks, bool joint,
                                                         const Options& options, Session& session,
                                                         bool native = false);

}  // namespace tesuji::driver
