// Defines the objects of libtesuji that its callers hold: a game and a stop request. Internal to
// this layer.
#pragma once

#include "backend/driver/rulesheet/turn_rule.h"
#include "backend/open/vector_game.h"
#include "runtime/core/tesuji/tesuji.h"
#include "tools/answers/asked_game.h"

#include <atomic>
#include <memory>
#include <vector>

struct tsj_game {
  std::shared_ptr<const tesuji::driver::VectorGame> vectors;
  tsj_plugin tables;  ///< those of `vectors`, with the library's description of itself
  tesuji::driver::TurnNames turns;                  ///< of a rulesheet
  std::vector<const char*> waiting_moves;           ///< of `tables`, by role
  std::vector<const char*> control_fluents;         ///< of `tables`, by role
  std::unique_ptr<tesuji::tools::AskedGame> asked;  ///< for tsj_game_ask
};

struct tsj_stop {
  std::atomic<bool> flag{false};
};
