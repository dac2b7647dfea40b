// Reports the results of `tesuji regret --player`, as text and JSON.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/search/move_judge.h"
#include "tools/base/report.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A position with the player's move there.
struct PlayerLine {
  std::uint32_t line = 0;
  runtime::JudgedMove judged;
};

/// The judged moves of a player in positions of one game.
struct PlayerScene {
  const std::string& path;
  const std::string& player;
  const runtime::Game& game;
  std::vector<PlayerLine> lines{};
  std::size_t without_choice = 0;
  std::size_t unsolved = 0;    ///< within --position-seconds
  std::size_t unanswered = 0;  ///< the player gave no move
};

/// Returns the shares of kept values, by role, what was left out, and at most `worst` moves that
/// lose value.
[[nodiscard]] std::string player_text(const PlayerScene& scene, std::size_t worst);
/// Returns the same with all positions.
[[nodiscard]] Json player_json(const PlayerScene& scene);

}  // namespace tesuji::tools
