#include "frontend/prolog/prolog_cursor.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace tesuji::frontend {
namespace {

struct Escape {
  std::string text;        ///< what it stands for, in UTF-8; nothing for a line that goes on
  std::size_t length = 0;  ///< bytes, with the `\`
};

/// The character in UTF-8; nothing where there is none of that number.
std::optional<std::string> utf8(std::uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return std::nullopt;
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  const auto behind = [&](std::uint32_t value) { return byte(0x80 | (value & 0x3FU)); };
  if (code < 0x80) return std::string{byte(code)};
  if (code < 0x800) return std::string{byte(0xC0 | code >> 6U), behind(code)};
  if (code < 0x10000) {
    return std::string{byte(0xE0 | code >> 12U), behind(code >> 6U), behind(code)};
  }
  return std::string{byte(0xF0 | code >> 18U), behind(code >> 12U), behind(code >> 6U),
                     behind(code)};
}

/// The number of a character, from `start` on: `digits` of them, or, where that is 0, as many as
/// there are up to a `\`.
std::optional<Escape> numbered(std::string_view text, std::size_t start, int base,
                               std::size_t digits) {
  const std::string_view rest = text.substr(start, digits == 0 ? text.npos : digits);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), code, base);
  const auto read = static_cast<std::size_t>(end - rest.data());
  if (error != std::errc{} || (digits != 0 && read != digits)) return std::nullopt;
  if (digits == 0 && !rest.substr(read).starts_with('\\')) return std::nullopt;
  auto character = utf8(code);
  if (!character) return std::nullopt;
  return Escape{std::move(*character), start + read + (digits == 0 ? 1 : 0)};
}

/// The escape sequence at the front, which is a `\`.
std::optional<Escape> escape_in(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  constexpr std::string_view letters = "abefnrstv\\'\"`";
  constexpr std::string_view meanings = "\a\b\x1B\f\n\r \t\v\\'\"`";
  const char c = text[1];
  if (const std::size_t letter = letters.find(c); letter != std::string_view::npos) {
    return Escape{std::string(1, meanings[letter]), 2};
  }
  switch (c) {
    case '\n':
      return Escape{{}, 2};
    case '\r':
      return Escape{{}, text.substr(1).starts_with("\r\n") ? std::size_t{3} : std::size_t{2}};
    case 'x':
      return numbered(text, 2, 16, 0);
    case 'u':
      return numbered(text, 2, 16, 4);
    case 'U':
      return numbered(text, 2, 16, 8);
    default:
      return c >= '0' && c <= '7' ? numbered(text, 1, 8, 0) : std::nullopt;
  }
}

}  // namespace

PrologCursor::Quote PrologCursor::scan_quoted(std::string& name) {
  for (advance(); !at_line_end();) {
    if (at() == '\\') {
      const auto escape = escape_in(rest());
      if (!escape) return Quote::escape;
      const std::size_t end = offset_ + escape->length;
      while (offset_ < end) advance();
      name += escape->text;
      continue;
    }
    const char c = at();
    advance();
    if (c == '\'' && !accept("'")) return Quote::closed;
    name += c;
  }
  return Quote::unclosed;
}

}  // namespace tesuji::frontend
