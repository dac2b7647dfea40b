// Converts times of matches to seconds, and divides searches into parts.
#pragma once

#include <chrono>
#include <cstdint>

namespace tesuji::tools::match_times {

using Clock = std::chrono::steady_clock;

/// A search is divided into parts, so that lanes are used once they are ready.
inline constexpr double longest_part = 1.0;
/// Fraction of the time for a move after which there is a move from search.
inline constexpr double first_part = 0.4;
/// Less time than this is not worth another part.
inline constexpr double shortest_part = 0.05;

inline Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

inline double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

inline double seconds_until(Clock::time_point end) {
  return seconds_between(Clock::now(), end);
}

inline std::uint64_t milliseconds_since_1970() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

}  // namespace tesuji::tools::match_times
