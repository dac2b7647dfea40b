// Checks numbers on the command line: returns a message about a wrong one. CLI11 reads `-1` as a
// very large number, and so what is larger than any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::tools {

/// 0 .. 2^64 - 1.
[[nodiscard]] std::string natural_number(const std::string& text);
/// 1 .. 2^64 - 1.
[[nodiscard]] std::string positive_number(const std::string& text);

/// The text of a limit, where 0 is none: for Option::transform. What stands for none leaves
/// room for sums, and for bytes where the limit is in MiB.
[[nodiscard]] std::string or_no_limit(const std::string& text);
[[nodiscard]] std::string or_no_limit_mib(const std::string& text);

/// The bytes of a limit in MiB; the largest number for 0, which is none, and for more than any
/// machine has.
[[nodiscard]] std::size_t memory_bytes(std::uint64_t mib);

/// Neither infinite nor not a number.
[[nodiscard]] std::string finite_number(const std::string& text);

/// Seconds, with a fraction or not, at most about eleven days.
[[nodiscard]] std::string some_seconds(const std::string& text);
/// The same, but not 0.
[[nodiscard]] std::string positive_seconds(const std::string& text);

inline constexpr double most_seconds = 1e6;

}  // namespace tesuji::tools
