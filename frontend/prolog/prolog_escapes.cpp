#include "frontend/prolog/prolog_escapes.h"

#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

namespace tesuji::frontend {
namespace {

/// Returns the character in UTF-8; nullopt if the number is not a character's.
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

/// Parses a character's number from `start` on: `digits` digits, or, if that is 0, as many as
/// precede a `\`.
std::optional<PrologEscape> numbered(std::string_view text, std::size_t start, int base,
                                     std::size_t digits) {
  const std::string_view rest = text.substr(start, digits == 0 ? text.npos : digits);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), code, base);
  const auto read = static_cast<std::size_t>(end - rest.data());
  if (error != std::errc{} || (digits != 0 && read != digits)) return std::nullopt;
  if (digits == 0 && !rest.substr(read).starts_with('\\')) return std::nullopt;
  auto character = utf8(code);
  if (!character) return std::nullopt;
  return PrologEscape{std::move(*character), start + read + (digits == 0 ? 1 : 0)};
}

}  // namespace

std::optional<PrologEscape> prolog_escape(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  constexpr std::string_view letters = "abefnrstv\\'\"`";
  constexpr std::string_view meanings = "\a\b\x1B\f\n\r \t\v\\'\"`";
  const char c = text[1];
  if (const std::size_t letter = letters.find(c); letter != std::string_view::npos) {
    return PrologEscape{std::string(1, meanings[letter]), 2};
  }
  switch (c) {
    case '\n':
      return PrologEscape{{}, 2};
    case '\r':
      return PrologEscape{{}, text.substr(1).starts_with("\r\n") ? std::size_t{3} : std::size_t{2}};
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

}  // namespace tesuji::frontend
