#include "tools/files/json_place.h"

#include <algorithm>
#include <cstdint>

namespace tesuji::tools {

ir::Span json_place(const ir::SourceFile& source, ir::FileId file, std::size_t byte) {
  const std::size_t offset = std::min(byte > 0 ? byte - 1 : 0, source.text.size());
  ir::Position at{1, 1};
  for (std::size_t i = 0; i < source.line_starts.size() && source.line_starts[i] <= offset; ++i) {
    at = {static_cast<std::uint32_t>(i + 1),
          static_cast<std::uint32_t>(offset - source.line_starts[i] + 1)};
  }
  return {file, at, {at.line, at.column + 1}};
}

}  // namespace tesuji::tools
