// Parses and orders decimal numerals exactly, whatever their length.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::ir {

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

}  // namespace tesuji::ir
