#include "ir/core/number.h"

#include "ir/core/decimal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace tesuji::ir {
namespace {

/// A signed 64-bit whole number has at most this many digits.
constexpr std::int64_t most_whole_digits = 19;

std::optional<std::int64_t> whole_value(const Decimal& decimal) {
  const auto digits = static_cast<std::int64_t>(decimal.digits.size());
  if (decimal.exponent < digits || decimal.exponent > most_whole_digits) {
    return digits == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  }
  std::string text = (decimal.negative ? "-" : "") + decimal.digits;
  text.append(static_cast<std::size_t>(decimal.exponent - digits), '0');
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

}  // namespace

std::optional<Number> parse_number(std::string_view text) {
  const std::optional<Decimal> decimal = parse_decimal(text);
  if (!decimal) return std::nullopt;
  if (const auto whole = whole_value(*decimal)) return Number::of(*whole);
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number;
  number.is_whole = false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.real);
  if (error == std::errc::result_out_of_range && decimal->exponent < 0) return Number::of(0);
  if (error != std::errc{} || !std::isfinite(number.real)) return std::nullopt;
  // The nearest double may be whole.
  constexpr double limit = 0x1p63;
  if (std::trunc(number.real) == number.real && std::abs(number.real) < limit) {
    return Number::of(static_cast<std::int64_t>(number.real));
  }
  return number;
}

std::string number_text(const Number& number) {
  std::array<char, 400> text{};  // reals have up to 309 digits before the point, or as many after
                                 // it
  const std::to_chars_result result =
      number.is_whole ? std::to_chars(text.data(), text.data() + text.size(), number.whole)
                      : std::to_chars(text.data(), text.data() + text.size(), number.real,
                                      std::chars_format::fixed);
  return {text.data(), result.ptr};
}

}  // namespace tesuji::ir
