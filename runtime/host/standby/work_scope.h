// Limits counted work: engines that count their steps charge them, and stop where a limit is
// reached.
//
// A unit is about a nanosecond of a usual processor, so that work of different engines can be
// compared. Counts do not depend on how busy the machine is: the same questions, the same counts.
#pragma once

#include <cstdint>

namespace tesuji::runtime {

inline constexpr std::uint64_t unlimited_work = ~std::uint64_t{0};

/// While it lives, questions that this thread asks of engines that count may take so much work:
/// then they stop as if the host had asked them to (stop.h). Scopes nest; the innermost counts.
/// Belongs to the thread that made it.
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

/// Charges the work to this thread's innermost scope; false: the engine has to stop. Without a
/// scope true.
[[nodiscard]] bool charge_work(std::uint64_t work);

}  // namespace tesuji::runtime
