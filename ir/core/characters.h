// Classifies ASCII characters, independently of the locale.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::ir {

[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
[[nodiscard]] constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
[[nodiscard]] constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return is_lower(c) || is_upper(c) || is_digit(c);
}
/// Whether the byte is a letter, a digit, or `_`.
[[nodiscard]] constexpr bool is_word_byte(char c) {
  return is_alphanumeric(c) || c == '_';
}
/// Whether the byte occurs only in binary files, never in texts.
[[nodiscard]] constexpr bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 || byte == 0x7f) && !is_blank(c);
}
[[nodiscard]] bool all_digits(std::string_view text);  ///< and not empty
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace tesuji::ir
