// Reads lists of states from a file, one per line: fluents separated by blanks; and determines the
// player to move in each. Other lists that people write, such as moves, have the same kind of
// lines.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/core/text_cursor.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/game/turns.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Returns a line, counted from 1; replaces the byte order mark that some editors write by blanks.
[[nodiscard]] inline std::string list_line(const ir::SourceFile& source, std::uint32_t number) {
  constexpr std::string_view mark = ir::byte_order_mark;
  std::string line(source.line(number));
  if (number == 1 && line.starts_with(mark)) line.replace(0, mark.size(), mark.size(), ' ');
  return line;
}

/// Normalises a term to the form that games write: lower case, one blank between arguments and none
/// inside parentheses.
[[nodiscard]] inline std::string tidy_term(std::string_view text) {
  return ir::lower_case(runtime::join_tokens(runtime::tokenize_term(text)));
}

/// Whether the line is empty or a comment, which begins with `#`.
[[nodiscard]] inline bool is_remark(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string_view::npos || line[begin] == '#';
}

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

/// How a command treats states in which the game is over.
enum class OverStates : std::uint8_t { wanted, dropped };

/// Warns (code "turns") of states in which no role can move though the game is not over, and once
/// of those in which it is over if these are dropped. Reports an error, and returns false, if both
/// roles have a choice, or both have one move and no rule says who waits. `file`: the list.
[[nodiscard]] bool check_turns(const std::vector<ListedState>& states, ir::FileId file,
                               const runtime::Game& game, const runtime::Turns& turns,
                               OverStates over, ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
