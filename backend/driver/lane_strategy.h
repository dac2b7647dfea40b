// Strategies in lanes: from a strategy and a rulesheet to one program that chooses in many states.
#pragma once

#include "backend/driver/driver.h"
#include "frontend/strategy_parser.h"
#include "runtime/host/lane_strategy.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tesuji::driver {

struct LaneStrategyGame {
  std::shared_ptr<const runtime::Game> game;  ///< the rulesheet's net
  /// Null: there is none, `reason` says why.
  std::shared_ptr<const runtime::LaneStrategy> strategy;
  std::string reason;
};

/// `columns`: 1, 4, 8, or 0 for the widest. Reports what is wrong with the file, and nothing is
/// returned where no net can be made of it (code "limit"). Throws runtime::TurnError where the game
/// is not for strategies.
[[nodiscard]] std::optional<LaneStrategyGame> load_lane_strategy(const std::string& path,
                                                                 const frontend::Strategy& strategy,
                                                                 std::uint32_t columns,
                                                                 const Options& options,
                                                                 Session& session);

}  // namespace tesuji::driver
