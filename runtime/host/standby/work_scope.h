// Limits counted work: engines that count their steps charge them, and stop when a limit is
// reached.
//
// A unit is about a nanosecond of a typical processor, so that work of different engines can be
// compared. Counts do not depend on the load of the machine: the same questions give the same
// counts.
#pragma once

#include <cstdint>

namespace tesuji::runtime {

inline constexpr std::uint64_t unlimited_work = ~std::uint64_t{0};

/// While it lives, this thread's questions to engines that count may take this much work: then they
/// stop as if the host had requested it (stop.h). Scopes nest; the innermost counts. Belongs to the
/// thread that created it.
class WorkScope {
 public:
  explicit WorkScope(std::uint64_t limit);
  ~WorkScope();
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

  [[nodiscard]] std::uint64_t spent() const { return spent_; }
  /// Whether an engine stopped because of the limit.
  [[nodiscard]] bool is_over() const { return over_; }

 private:
  friend bool charge_work(std::uint64_t work);

  WorkScope* before_;
  std::uint64_t limit_;
  std::uint64_t spent_ = 0;
  bool over_ = false;
};

/// Charges the work to this thread's innermost scope; returns false if the engine must stop.
/// Returns true without a scope.
[[nodiscard]] bool charge_work(std::uint64_t work);

}  // namespace tesuji::runtime
