#include "ir/core/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace tesuji::ir {

// --- Decimal numerals

namespace {

constexpr std::size_t most_exponent_digits = 18;

/// Removes a sign from the front; returns whether it is `-`.
bool take_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

/// Removes decimal digits from the front, and returns them.
std::string_view take_digits(std::string_view& text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(digits.size());
  return digits;
}

/// Removes an optional exponent `e-12` from the front; returns nullopt if it is malformed.
std::optional<std::int64_t> take_exponent(std::string_view& text) {
  if (!text.starts_with('e') && !text.starts_with('E')) return 0;
  text.remove_prefix(1);
  const bool negative = take_sign(text);
  std::string_view digits = take_digits(text);
  if (digits.empty()) return std::nullopt;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  if (digits.size() > most_exponent_digits) return std::nullopt;
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return negative ? -value : value;
}

std::strong_ordering compare_sizes(const Decimal& a, const Decimal& b) {
  if (a.digits.empty() || b.digits.empty()) return a.digits.size() <=> b.digits.size();
  if (a.exponent != b.exponent) return a.exponent <=> b.exponent;
  return a.digits <=> b.digits;
}

}  // namespace

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
  if (a.negative != b.negative) {
    return a.negative ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return a.negative ? compare_sizes(b, a) : compare_sizes(a, b);
}

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal number;
  number.negative = take_sign(text);
  const std::string_view whole = take_digits(text);
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  const std::optional<std::int64_t> exponent = take_exponent(text);
  if (!exponent || !text.empty()) return std::nullopt;
  number.digits = std::string(whole) + std::string(fraction);
  const std::size_t first = number.digits.find_first_not_of('0');
  if (first == std::string::npos) return Decimal{};
  number.exponent =
      *exponent + static_cast<std::int64_t>(whole.size()) - static_cast<std::int64_t>(first);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  number.digits.erase(0, first);
  return number;
}

// --- Numbers

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
