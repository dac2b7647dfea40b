// Reads lines of lists that people write: states, weights of moves.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/core/text_cursor.h"
#include "runtime/host/game/term_names.h"

#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace tesuji::tools
