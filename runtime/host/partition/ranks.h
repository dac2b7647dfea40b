// Processes or threads that work on one thing together, each by its number: what they send each
// other, and what they find out together. Programs that use it run alike on one thread, on many
// (thread_ranks.h), and under MPI.
//
// All of it is collective: every rank calls the same functions in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Another rank has failed, or its process has ended. That rank reports why.
class RankLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Ranks {
 public:
  /// What goes from one rank to another.
  using Message = std::vector<std::uint64_t>;

  virtual ~Ranks() = default;

  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned count() const = 0;

  /// Begins to send a message to each rank, itself too (an element for each). The next call has to
  /// be finish_exchange(); what lies between overlaps with sending. Throws RankLost.
  virtual void begin_exchange(std::vector<Message> messages) = 0;
  /// The messages that all ranks have sent to this one, by sender. Throws RankLost.
  [[nodiscard]] virtual std::vector<Message> finish_exchange() = 0;

  /// Each number becomes the sum, modulo 2^64, of what all ranks have in its place. Throws
  /// RankLost.
  virtual void add_up(std::span<std::uint64_t> numbers) = 0;
};

}  // namespace tesuji::runtime
