// Serialises nets, facts about them, and programs of steps over lanes as numbers, to hash and store
// them; reads them back, possibly from a damaged file.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/lane_steps.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::ir {

// --- Reading of numbers

/// After a missing or out-of-range number, all further reads fail.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::uint32_t> numbers) : left_(numbers) {}

  /// Returns the next number, which must be at most `most`; 0 on failure.
  std::uint32_t number(std::uint32_t most = UINT32_MAX) {
    if (!good_ || left_.empty() || left_.front() > most) {
      good_ = false;
      return 0;
    }
    const std::uint32_t read = left_.front();
    left_ = left_.subspan(1);
    return read;
  }

  /// Returns the length of a list whose elements take at least `numbers_each` numbers.
  std::uint32_t count(std::size_t numbers_each = 1) {
    const std::uint32_t read = number();
    if (read > left_.size() / numbers_each) good_ = false;
    return good_ ? read : 0;
  }

  /// Returns the next `count` numbers; empty on failure.
  std::span<const std::uint32_t> take(std::size_t count) {
    if (!good_ || count > left_.size()) {
      good_ = false;
      return {};
    }
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  void fail() { good_ = false; }
  [[nodiscard]] bool good() const { return good_; }
  /// Whether all reads succeeded and no numbers remain.
  [[nodiscard]] bool complete() const { return good_ && left_.empty(); }

 private:
  std::span<const std::uint32_t> left_;
  bool good_ = true;
};

// --- Nets

/// Returns gates, inputs and answers, each list with its length, without the names of atoms: nets
/// with the same numbers compute the same values.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const Net& net);
/// Returns the serialised net, whose atoms have no names; nullopt if the numbers are invalid.
[[nodiscard]] std::optional<Net> read_net(NumberReader& in);

/// Returns the facts, each with its kind and the numbers of its fluents.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const FluentFacts& facts);

// --- Steps over lanes

[[nodiscard]] std::vector<std::uint32_t> numbers_of(const LaneSteps& steps);
/// Returns the steps serialised in the numbers; nullopt if they are invalid.
[[nodiscard]] std::optional<LaneSteps> read_lane_steps(NumberReader& in);

}  // namespace tesuji::ir
