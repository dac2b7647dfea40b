// Counters that ranks share: each number is handed out once, without a meeting of all.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tesuji::runtime {

/// Some counters, all 0 at first. Other than Ranks, each rank calls this when it wants to.
class SharedCounters {
 public:
  static constexpr std::size_t count = 4;

  virtual ~SharedCounters() = default;

  /// Adds to a counter, and returns what it was before; each sum is seen by one rank alone.
  virtual std::uint64_t fetch_add(std::size_t counter, std::uint64_t amount) = 0;
};

/// Of ranks that are threads.
class ThreadCounters final : public SharedCounters {
 public:
  std::uint64_t fetch_add(std::size_t counter, std::uint64_t amount) override {
    return counters_[counter].fetch_add(amount);
  }

 private:
  std::array<std::atomic<std::uint64_t>, count> counters_{};
};

/// Of ranks that are processes. All functions throw RankLost.
class ProcessCounters : public SharedCounters {
 public:
  /// Answers what other ranks have asked for: to be called often by a rank that does something else
  /// for long, since they wait for it.
  virtual void attend() = 0;

  /// Returns when all ranks have called it; answers until then. Takes little processor time.
  virtual void meet() = 0;
};

}  // namespace tesuji::runtime
