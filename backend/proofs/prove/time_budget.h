// Measures the time that all stages of a verification share.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

namespace tesuji::proofs {

/// Immutable; thread-safe.
class TimeBudget {
 public:
  using Clock = std::chrono::steady_clock;

  /// `seconds` count from `begin`, or from now if it is empty; 0: no limit.
  explicit TimeBudget(double seconds, std::optional<Clock::time_point> begin = std::nullopt)
      : seconds_(seconds), begin_(begin.value_or(Clock::now())) {}

  [[nodiscard]] bool is_limited() const { return seconds_ > 0; }
  [[nodiscard]] double seconds() const { return seconds_; }
  /// Seconds since the beginning.
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  /// Returns the seconds until a part of the time has passed: negative afterwards, infinite without
  /// a limit.
  [[nodiscard]] double left(double part = 1) const {
    return is_limited() ? part * seconds_ - elapsed() : std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] bool is_over() const { return left() <= 0; }

 private:
  double seconds_;
  Clock::time_point begin_;
};

/// Returns the smaller of a limit in seconds (0: no limit) and the time left, which may be
/// infinite: again a limit, very short if no time is left.
[[nodiscard]] inline double within(double limit, double left) {
  constexpr double least = 0.001;
  if (left == std::numeric_limits<double>::infinity()) return limit;
  left = std::max(left, least);
  return limit > 0 ? std::min(limit, left) : left;
}

}  // namespace tesuji::proofs
