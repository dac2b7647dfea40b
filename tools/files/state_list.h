// Reads lists of states from a file, one per line: fluents separated by blanks.
#pragma once

#include "ir/core/diagnostics.h"
#include "runtime/host/game/game.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// A fluent of a line.
struct ListedFluent {
  std::string text;         ///< lower case, one blank between arguments
  std::uint32_t begin = 0;  ///< columns, from 1
  std::uint32_t end = 0;
};

/// Splits a line into fluents; ignores parentheses around all of them:
/// `((cell 1 1 b) (control x))`. Returns false if parentheses do not match; the last fluent then is
/// where that shows.
[[nodiscard]] bool split_fluents(std::string_view line, std::vector<ListedFluent>& fluents);

struct ListedState {
  std::uint32_t line = 0;
  runtime::State state;
};

/// Reads the states of a game. Ignores lines that are empty or begin with `#`. Reports (codes
/// "parse", "unknown-fluent") and returns nothing if a line is wrong.
[[nodiscard]] std::optional<std::vector<ListedState>> read_states(ir::FileId file,
                                                                  const runtime::Game& game,
                                                                  ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
