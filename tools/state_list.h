// Lists of states in a file, one per line: fluents with blanks between them.
#pragma once

#include "ir/diagnostics.h"
#include "runtime/host/game.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::tools {

struct ListedState {
  std::uint32_t line = 0;
  runtime::State state;
};

/// Reads the states of a game. Lines that are empty or begin with `#` are left
/// out. Reports (codes "parse", "unknown-fluent") and returns nothing where a line
/// is wrong.
[[nodiscard]] std::optional<std::vector<ListedState>> read_states(ir::FileId file,
                                                                  const runtime::Game& game,
                                                                  ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
