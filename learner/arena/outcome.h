// How a game ended, for the learner.
#pragma once

#include <cstdint>
#include <string_view>

namespace tesuji::learner {

enum class Outcome : std::uint8_t { lost, drawn, won };

/// A win is worth 2, a draw 1, a loss 0: the scale of minimax regret.
/// Source: Muggleton and Hocquette (2019), Definition 1.
[[nodiscard]] constexpr int points_of(Outcome outcome) {
  return static_cast<int>(outcome);
}

/// `won`, `drawn`, `lost`.
[[nodiscard]] constexpr std::string_view name_of(Outcome outcome) {
  return outcome == Outcome::won ? "won" : outcome == Outcome::drawn ? "drawn" : "lost";
}

}  // namespace tesuji::learner
