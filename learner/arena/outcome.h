// Defines how a game ended for the learner, and its points.
#pragma once

#include <cstdint>
#include <string_view>

namespace tesuji::learner {

enum class Outcome : std::uint8_t { lost, drawn, won };

/// Returns 2 for a win, 1 for a draw, 0 for a loss: the scale of minimax regret. Source: Muggleton
/// and Hocquette (2019), Definition 1.
[[nodiscard]] constexpr int points_of(Outcome outcome) {
  return static_cast<int>(outcome);
}

/// Returns `won`, `drawn` or `lost`.
[[nodiscard]] constexpr std::string_view name_of(Outcome outcome) {
  return outcome == Outcome::won ? "won" : outcome == Outcome::drawn ? "drawn" : "lost";
}

}  // namespace tesuji::learner
