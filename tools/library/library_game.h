// Defines the objects of libtesuji that its callers hold: a game and a stop request. Internal to
// this layer.
#pragma once

#include "backend/open/vector_game.h"
#include "runtime/core/tesuji/tesuji.h"
#include "tools/answers/asked_game.h"

#include <atomic>
#include <memory>

struct tsj_game {
  std::shared_ptr<const tesuji::driver::VectorGame> vectors;
  tsj_plugin tables;  ///< those of `vectors`, with the library's description of itself
  std::unique_ptr<tesuji::tools::AskedGame> asked;  ///< for tsj_game_ask
};

struct tsj_stop {
  std::atomic<bool> flag{false};
};
