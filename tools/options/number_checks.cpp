#include "tools/options/number_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <cmath>
#include <cstdint>
#include <optional>
#include <system_error>

namespace tesuji::tools {
namespace {

/// Reads the whole text as a number.
template <typename Number>
std::optional<Number> number(const std::string& text) {
  Number value{};
  // CLI11 reads a leading 0 as the prefix of another base.
  if (text.size() > 1 && text[0] == '0' && text[1] != '.') return std::nullopt;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

}  // namespace

std::string natural_number(const std::string& text) {
  if (number<std::uint64_t>(text)) return {};
  return fmt::format("`{}` is not a natural number below 2^64", text);
}

std::string positive_number(const std::string& text) {
  if (number<std::uint64_t>(text).value_or(0) > 0) return {};
  return fmt::format("`{}` is not a number from 1 to 2^64 - 1", text);
}

std::size_t memory_bytes(std::uint64_t mib) {
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 40U;
  if (mib == 0 || mib >= most_mib) return std::numeric_limits<std::size_t>::max();
  return static_cast<std::size_t>(mib) << 20U;
}

std::string finite_number(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && rest == end && std::isfinite(value)) return {};
  return fmt::format("`{}` is not a finite number", text);
}

std::string some_seconds(const std::string& text) {
  const std::optional<double> seconds = number<double>(text);
  if (seconds && *seconds >= 0 && *seconds <= most_seconds) return {};
  return fmt::format("`{}` is not a number of seconds from 0 to {:.0f}", text, most_seconds);
}

std::string positive_seconds(const std::string& text) {
  const std::optional<double> seconds = number<double>(text);
  if (seconds && *seconds > 0 && *seconds <= most_seconds) return {};
  return fmt::format("`{}` is not a number of seconds above 0, up to {:.0f}", text, most_seconds);
}

std::string or_no_limit(const std::string& text) {
  return text == "0" ? std::to_string(std::uint64_t{1} << 62U) : text;
}

std::string or_no_limit_mib(const std::string& text) {
  return text == "0" ? std::to_string(std::uint64_t{1} << 40U) : text;
}

}  // namespace tesuji::tools
