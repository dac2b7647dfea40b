// Names moves of a game.
#pragma once

#include "runtime/host/game/game.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// Returns the names of these moves, in their order.
[[nodiscard]] inline std::vector<std::string> names_of(const runtime::Game& game,
                                                       const std::vector<runtime::Move>& moves) {
  std::vector<std::string> names;
  for (const runtime::Move move : moves) names.push_back(game.move_name(move));
  return names;
}

}  // namespace tesuji::tools
