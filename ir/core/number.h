// Parses and orders decimal numerals exactly, whatever their length, and converts between constants
// and the numbers that rules compute (ir/module/operation.h).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::ir {

// --- Decimal numerals

/// A number: ± 0.d1d2d3.. × 10^exponent. The digits neither begin nor end with 0, and are empty for
/// zero. So each number has one representation, and `2.50` equals `2.5`.
struct Decimal {
  bool negative = false;  ///< false for zero
  std::int64_t exponent = 0;
  std::string digits;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

[[nodiscard]] std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);

/// Returns the value of `12`, `+3.79`, `-.5`, `2.` or `1e-6`; nullopt for other names, and for
/// exponents of more than 18 digits.
[[nodiscard]] std::optional<Decimal> parse_decimal(std::string_view text);

// --- Numbers

/// A number that rules compute.
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
