// Counts on all ranks together: each number is given out once, without a collective call.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tesuji::runtime {

/// Some counters, all 0 at first. Unlike Ranks, these are called by each rank when it wants to.
class SharedCounters {
 public:
  static constexpr std::size_t count = 4;

  virtual ~SharedCounters() = default;

  /// Adds to a counter, and returns its old value; each old value is returned to only one rank.
  virtual std::uint64_t fetch_add(std::size_t counter, std::uint64_t amount) = 0;
};

/// For ranks that are threads.
class ThreadCounters final : public SharedCounters {
 public:
  std::uint64_t fetch_add(std::size_t counter, std::uint64_t amount) override {
    return counters_[counter].fetch_add(amount);
  }

 private:
  std::array<std::atomic<std::uint64_t>, count> counters_{};
};

/// For ranks that are processes. All functions throw RankLost.
class ProcessCounters : public SharedCounters {
 public:
  /// Answers the requests of other ranks. A rank that does other work for long should call it
  /// often, because others wait for it.
  virtual void attend() = 0;

  /// Returns when all ranks have called it; answers requests until then. Takes little processor
  /// time.
  virtual void meet() = 0;
};

}  // namespace tesuji::runtime
