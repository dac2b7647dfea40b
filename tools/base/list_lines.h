// Reads lines of lists that people write: states, weights of moves.
#pragma once

#include "ir/core/diagnostics.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// A line, from 1; with blanks for the byte order mark that some editors begin a file with.
[[nodiscard]] inline std::string list_line(const ir::SourceFile& source, std::uint32_t number) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  std::string line(source.line(number));
  if (number == 1 && line.starts_with(mark)) line.replace(0, mark.size(), mark.size(), ' ');
  return line;
}

/// Whether it says nothing: it is empty, or begins with `#`.
[[nodiscard]] inline bool is_remark(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string_view::npos || line[begin] == '#';
}

}  // namespace tesuji::tools
