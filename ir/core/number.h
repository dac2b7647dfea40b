// Converts between the numbers that rules compute (ir/module/computation.h) and constants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::ir {

struct Number {
  bool is_whole = true;
  std::int64_t whole = 0;
  double real = 0;  ///< the nearest double if the number is whole

  static Number of(std::int64_t whole) { return {true, whole, static_cast<double>(whole)}; }
};

/// Returns the number that a constant denotes: whole if its value is a 64-bit whole number,
/// otherwise the nearest real. Returns nullopt for other names, and for decimals too large for a
/// double.
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

/// Returns the constant for a result: digits, with a point if the number is not whole, and only as
/// many as are needed to read back the same number.
[[nodiscard]] std::string number_text(const Number& number);

}  // namespace tesuji::ir
