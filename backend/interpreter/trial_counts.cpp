#include "backend/interpreter/trial_counts.h"

namespace tesuji::interpreter {

std::uint64_t* TrialCounts::of(const tsj_scratch* scratch) {
  const std::lock_guard lock(mutex_);
  return by_scratch_.try_emplace(scratch, size_).first->second.data();
}

std::vector<std::uint64_t> TrialCounts::sum() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint64_t> sum(size_);
  for (const auto& [scratch, counts] : by_scratch_) {
    for (std::size_t i = 0; i < size_; ++i) sum[i] += counts[i];
  }
  return sum;
}

}  // namespace tesuji::interpreter
