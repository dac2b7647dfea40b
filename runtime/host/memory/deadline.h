// Measures a deadline for loops of short steps.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace tesuji::runtime {

/// Reads the clock only every few steps; adapts the number of steps so that it reads it about once
/// a millisecond.
class Deadline {
 public:
  /// Ends after this many seconds; 0: never.
  explicit Deadline(double seconds)
      : limited_(seconds > 0), looked_(Clock::now()), end_(looked_ + to_duration(seconds)) {}

  /// Call it before each step. Once it is over it stays so.
  [[nodiscard]] bool is_over() {
    if (over_ || !limited_ || --until_look_ > 0) return over_;
    const Clock::time_point now = Clock::now();
    stride_ = now - looked_ < std::chrono::milliseconds(1) ? stride_ * 2 : (stride_ + 1) / 2;
    until_look_ = stride_;
    looked_ = now;
    over_ = now >= end_;
    return over_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static Clock::duration to_duration(double seconds) {
    constexpr double longest = 1e8;  // three years, so that the sum stays in range
    return std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(std::min(seconds, longest)));
  }

  bool limited_;
  bool over_ = false;
  Clock::time_point looked_;
  Clock::time_point end_;
  std::uint64_t stride_ = 1;
  std::uint64_t until_look_ = 1;
};

}  // namespace tesuji::runtime
