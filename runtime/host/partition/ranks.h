// Ranks are numbered processes or threads that work together: they exchange messages and add up
// numbers. Programs that use them run alike on one thread, on many (run_on_threads), and under MPI
// (backend/mpi).
//
// The functions of Ranks are collective: every rank calls the same functions in the same order.
// Shared counters are not: each rank calls them when it wants to.
#pragma once

#include "runtime/host/game/state_facts.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Thrown if another rank has failed, or its process has ended. That rank reports the reason.
class RankLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Ranks {
 public:
  /// Data sent from one rank to another.
  using Message = std::vector<std::uint64_t>;

  virtual ~Ranks() = default;

  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned count() const = 0;

  /// Starts to send a message to each rank, including itself (an element for each). The next call
  /// must be finish_exchange(); work between the two overlaps with sending. Throws RankLost.
  virtual void begin_exchange(std::vector<Message> messages) = 0;
  /// Returns the messages that all ranks have sent to this one, by sender. Throws RankLost.
  [[nodiscard]] virtual std::vector<Message> finish_exchange() = 0;

  /// Sets each number to the sum, modulo 2^64, of the numbers at its place on all ranks. Throws
  /// RankLost.
  virtual void add_up(std::span<std::uint64_t> numbers) = 0;
};

/// Runs `body` on this many ranks (at least 1), each on its own thread, the first on the caller's.
/// If one throws, the others' collective calls throw RankLost; rethrows the first exception that is
/// not a RankLost.
void run_on_threads(unsigned count, const std::function<void(Ranks&)>& body);

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

/// Returns the text of rank 0 on all ranks. Collective. Throws RankLost.
[[nodiscard]] std::string share_text(Ranks& ranks, const std::string& text);

/// Returns what rank 0 finds on all ranks: the others do not search. Collective. Throws RankLost.
[[nodiscard]] std::vector<StateFact> share_facts(
    Ranks& ranks, const std::function<std::vector<StateFact>()>& find);

}  // namespace tesuji::runtime
