// The time that all stages of a verification share.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

namespace tesuji::proofs {

/// Immutable; serves many threads.
class TimeBudget {
 public:
  using Clock = std::chrono::steady_clock;

  /// `seconds` from `begin` on, or from now where there is none; 0: no limit.
  explicit TimeBudget(double seconds, std::optional<Clock::time_point> begin = std::nullopt)
      : seconds_(seconds), begin_(begin.value_or(Clock::now())) {}

  [[nodiscard]] bool is_limited() const { return seconds_ > 0; }
  [[nodiscard]] double seconds() const { return seconds_; }
  /// Seconds since the beginning.
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  /// Seconds until a part of the time is over; negative then, and infinite without a limit.
  [[nodiscard]] double left(double part = 1) const {
    return is_limited() ? part * seconds_ - elapsed() : std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] bool is_over() const { return left() <= 0; }

 private:
  double seconds_;
  Clock::time_point begin_;
};

/// The smaller one of a limit of seconds, 0 being none, and what is left, which may be infinite: a
/// limit again, which is short where nothing is left.
[[nodiscard]] inline double within(double limit, double left) {
  constexpr double least = 0.001;
  if (left == std::numeric_limits<double>::infinity()) return limit;
  left = std::max(left, least);
  return limit > 0 ? std::min(limit, left) : left;
}

}  // namespace tesuji::proofs
