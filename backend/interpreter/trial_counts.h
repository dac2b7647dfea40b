// Counts the trials of each instruction over all calls of a program's entries.
#pragma once

#include "runtime/core/tesuji/abi.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace tesuji::interpreter {

/// Every scratch block has counters of its own, since one call at a time uses it: so they
/// are incremented without a lock or atomic instructions.
class TrialCounts {
 public:
  explicit TrialCounts(std::size_t size) : size_(size) {}

  /// The counters of calls with this scratch block, of the size given; as long as this lives.
  /// Thread-safe. A block at the address of one that is gone goes on with its counters.
  [[nodiscard]] std::uint64_t* of(const tsj_scratch* scratch);

  /// Over all blocks. Not while a call counts.
  [[nodiscard]] std::vector<std::uint64_t> sum() const;

 private:
  std::size_t size_;
  mutable std::mutex mutex_;
  std::unordered_map<const tsj_scratch*, std::vector<std::uint64_t>> by_scratch_;
};

}  // namespace tesuji::interpreter
