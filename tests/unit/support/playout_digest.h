// Summarises random playouts of a game in one line, to compare engines.
#pragma once

#include "runtime/host/playouts/playout.h"

#include <string>

namespace tesuji::tests {

/// Steps, terminal playouts and each role's sum of goals over 50 playouts.
[[nodiscard]] inline std::string playout_digest(const runtime::Game& game) {
  runtime::PlayoutOptions options;
  options.count = 50;
  const auto result = runtime::run_playouts(game, options);
  std::string text = std::to_string(result.steps) + " " + std::to_string(result.terminal);
  for (const auto sum : result.goal_sums) text += " " + std::to_string(sum);
  return text;
}

}  // namespace tesuji::tests
