// Ranks are numbered processes or threads that work together: they exchange messages and add up
// numbers. Programs that use them run alike on one thread, on many (thread_ranks.h), and under MPI.
//
// All functions are collective: every rank calls the same functions in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace tesuji::runtime
