// Games whose tables lie in the memory of this process, with the functions that plugins have.
#pragma once

#include "runtime/core/tesuji/game_data.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/table_memory.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::runtime {

struct MemoryGame {
  std::string name;
  std::vector<std::string> roles;
  State initial;
  bool has_percepts = false;
  std::uint64_t move_limit = 0;  ///< moves are numbers below it
  std::uint32_t feature_count = 0;
  TableMemory memory;
  /// Without turns, lanes and actions. Terms of tables in `memory` may be longer than longest_term.
  tsj_game_data data{};
  std::shared_ptr<const void> keep;  ///< owns what functions need
};

[[nodiscard]] std::shared_ptr<const Game> make_memory_game(std::unique_ptr<MemoryGame> game);

}  // namespace tesuji::runtime
