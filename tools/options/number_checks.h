// Checks numbers on the command line: returns a message about a wrong one. CLI11 would read `-1`,
// and numbers that are too large, as very large numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::tools {

/// 0 .. 2^64 - 1.
[[nodiscard]] std::string natural_number(const std::string& text);
/// 1 .. 2^64 - 1.
[[nodiscard]] std::string positive_number(const std::string& text);

/// Converts the text of a limit, of which 0 means no limit: for Option::transform. The number for
/// no limit leaves room for sums, and for the conversion of MiB to bytes.
[[nodiscard]] std::string or_no_limit(const std::string& text);
[[nodiscard]] std::string or_no_limit_mib(const std::string& text);

/// Returns the bytes of a limit in MiB; the largest number for 0, which means no limit, and for
/// more than any machine has.
[[nodiscard]] std::size_t memory_bytes(std::uint64_t mib);

/// Neither infinite nor NaN.
[[nodiscard]] std::string finite_number(const std::string& text);

/// Seconds, possibly with a fraction, at most about eleven days.
[[nodiscard]] std::string some_seconds(const std::string& text);
/// As some_seconds, but not 0.
[[nodiscard]] std::string positive_seconds(const std::string& text);

inline constexpr double most_seconds = 1e6;

}  // namespace tesuji::tools
