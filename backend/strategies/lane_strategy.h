// Compiles a strategy and a rulesheet to one program that chooses moves in many states at once.
#pragma once

#include "backend/driver/session.h"
#include "frontend/strategy/strategy_parser.h"
#include "runtime/host/strategy/lane_strategy.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tesuji::driver {

struct LaneStrategyGame {
  std::shared_ptr<const runtime::Game> game;  ///< the rulesheet's net; null if it has none
  /// Null if no program could be made; then `reason` says why.
  std::shared_ptr<const runtime::LaneStrategy> strategy;
  std::string reason;
};

/// `blocks`: 1, 4, 8, or 0 for the widest. Returns nothing after a reported error in the file.
/// Accepts nets of the size that playouts in lanes accept (lanes.h). Throws runtime::TurnError if
/// the game is not suitable for strategies.
[[nodiscard]] std::optional<LaneStrategyGame> load_lane_strategy(const std::string& path,
                                                                 const frontend::Strategy& strategy,
                                                                 std::uint32_t blocks,
                                                                 const Options& options,
                                                                 Session& session);

}  // namespace tesuji::driver
