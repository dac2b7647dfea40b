#include "tools/servers/lsp/text_positions.h"

#include "tools/base/json.h"

#include <algorithm>
#include <cstddef>

namespace tesuji::tools {
namespace {

/// Returns the bytes of the first character of a text.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first >= 0xf0 && first < 0xf8   ? 4
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xc2 && first < 0xe0 ? 2
                                                             : 1;
  if (length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 1;
  }
  return length;
}

std::uint32_t units_of(std::size_t length, PositionUnits units) {
  if (units == PositionUnits::utf8) return static_cast<std::uint32_t>(length);
  return units == PositionUnits::utf16 && length == 4 ? 2 : 1;
}

}  // namespace

std::string_view name_of(PositionUnits units) {
  return units == PositionUnits::utf8    ? "utf-8"
         : units == PositionUnits::utf16 ? "utf-16"
                                         : "utf-32";
}

std::uint32_t units_in(std::string_view text, PositionUnits units) {
  if (units == PositionUnits::utf8) return static_cast<std::uint32_t>(text.size());
  std::uint32_t count = 0;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    count += units_of(length, units);
    text.remove_prefix(length);
  }
  return count;
}

std::uint32_t byte_at(std::string_view line, std::uint64_t count, PositionUnits units) {
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t length = character_length(line.substr(at));
    const std::uint32_t width = units_of(length, units);
    if (width > count) break;
    count -= width;
    at += length;
  }
  return static_cast<std::uint32_t>(at);
}

std::uint32_t offset_of(const ir::SourceFile& source, const Json& position, PositionUnits units) {
  const auto line = position.at("line").get<std::int64_t>();
  const auto character = position.at("character").get<std::int64_t>();
  if (line < 0) return 0;
  if (static_cast<std::size_t>(line) >= source.line_starts.size()) {
    return static_cast<std::uint32_t>(source.text.size());
  }
  const auto number = static_cast<std::uint32_t>(line);
  return source.line_starts[number] +
         byte_at(source.line(number + 1),
                 static_cast<std::uint64_t>(std::max<std::int64_t>(character, 0)), units);
}

Json to_position(const ir::SourceFile& source, std::uint32_t offset, PositionUnits units) {
  const ir::Position place = frontend::position_of(source, offset);
  const std::string_view line = source.line(place.line);
  const std::size_t bytes = std::min<std::size_t>(place.column - 1, line.size());
  return make_object("line", place.line - 1, "character", units_in(line.substr(0, bytes), units));
}

Json to_range(const ir::SourceFile& source, frontend::TextRange range, PositionUnits units) {
  return make_object("start", to_position(source, range.begin, units), "end",
                     to_position(source, range.end, units));
}

}  // namespace tesuji::tools
