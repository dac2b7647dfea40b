#include "ir/core/prolog_name.h"

#include "ir/core/characters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace tesuji::ir {
namespace {

/// Longer numbers could be too large for Prolog's floating-point numbers.
constexpr std::size_t most_digits_before_point = 300;

/// Ranges of characters beyond ASCII that are invisible, or change the text's direction.
constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 9> inkless{{{0x80, 0xA0},
                                                                          {0xAD, 0xAD},
                                                                          {0x1680, 0x1680},
                                                                          {0x2000, 0x200F},
                                                                          {0x2028, 0x202F},
                                                                          {0x205F, 0x206F},
                                                                          {0x3000, 0x3000},
                                                                          {0xFE00, 0xFE0F},
                                                                          {0xFEFF, 0xFEFF}}};

/// A UTF-8 character, or one byte if it is invalid (then `code` is 0).
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
  const std::uint8_t first = byte(0);
  const std::size_t length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 1 || at + length > text.size() || first > 0xF4) return {};
  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  return {code, length};
}

std::string hexadecimal_escape(std::uint32_t code) {
  std::array<char, 16> text{};
  static_cast<void>(std::snprintf(text.data(), text.size(), "\\x%X\\", code));
  return text.data();
}

/// Escapes an ASCII character inside quotes.
std::string escaped(char c) {
  switch (c) {
    case '\'':
      return "''";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return c < ' ' || c == '\x7F' ? hexadecimal_escape(static_cast<std::uint32_t>(c))
                                    : std::string(1, c);
  }
}

/// Whether the name is like `12`, `-3`, `2.50`: decimal digits without superfluous leading zeros.
bool is_number(std::string_view name) {
  const bool negative = name.starts_with('-');
  if (negative) name.remove_prefix(1);
  const std::size_t whole =
      static_cast<std::size_t>(std::find_if_not(name.begin(), name.end(), is_digit) - name.begin());
  if (whole == 0 || (whole > 1 && name[0] == '0')) return false;
  if (whole == name.size()) return !negative || name != "0";
  const std::string_view fraction = name.substr(whole + 1);
  return name[whole] == '.' && !fraction.empty() && whole <= most_digits_before_point &&
         std::all_of(fraction.begin(), fraction.end(), is_digit);
}

}  // namespace

std::string prolog_atom(std::string_view name) {
  if (!name.empty() && is_lower(name[0]) && std::all_of(name.begin(), name.end(), is_word_byte)) {
    return std::string(name);
  }
  std::string text = "'";
  for (std::size_t at = 0; at < name.size();) {
    const auto [code, length] = character_at(name, at);
    const bool hidden = std::any_of(inkless.begin(), inkless.end(), [code = code](auto range) {
      return code >= range.first && code <= range.second;
    });
    if (hidden) {
      text += hexadecimal_escape(code);
    } else if (length == 1 && static_cast<std::uint8_t>(name[at]) < 0x80) {
      text += escaped(name[at]);
    } else {
      text += name.substr(at, length);
    }
    at += length;
  }
  return text + "'";
}

std::string prolog_constant(std::string_view name) {
  const bool bare = name == "+" || name == "-" || name == "*" || is_number(name);
  return bare ? std::string(name) : prolog_atom(name);
}

}  // namespace tesuji::ir
