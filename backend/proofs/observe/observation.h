// Stores the true atoms of one state: a set of tuples for each relation that formulas read.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::proofs {

/// Position of a relation among the observed ones.
using Slot = std::uint32_t;
inline constexpr Slot no_slot = ~Slot{0};

/// Tuples by number: mixed radix over the positions in the columns' domains (as
/// runtime::MixedRadix). Small sets of possible numbers are stored as bits, others as a sorted
/// list.
class AtomSet {
 public:
  static constexpr std::uint64_t largest_bits = 1 << 16;

  AtomSet() = default;
  /// Allows numbers below `count`.
  explicit AtomSet(std::uint64_t count)
      : dense_(count <= largest_bits),
        bits_(dense_ ? static_cast<std::size_t>((count + 63) / 64) : 0) {}

  [[nodiscard]] bool dense() const { return dense_; }
  /// If dense: a bit for each number; the bits after the last number are 0.
  [[nodiscard]] const std::vector<std::uint64_t>& bits() const { return bits_; }

  void clear() {
    std::fill(bits_.begin(), bits_.end(), 0);
    list_.clear();
  }
  /// Adds a number that is not in the set. Lists must be sorted after the last addition.
  void add(std::uint64_t number) {
    if (dense_) {
      bits_[number / 64] |= std::uint64_t{1} << (number % 64);
    } else {
      list_.push_back(number);
    }
  }
  void sort() { std::sort(list_.begin(), list_.end()); }

  [[nodiscard]] bool contains(std::uint64_t number) const {
    if (dense_) return (bits_[number / 64] >> (number % 64) & 1) != 0;
    return std::binary_search(list_.begin(), list_.end(), number);
  }
  /// Calls `visit(number)` for each number, in ascending order.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const std::uint64_t number : list_) visit(number);
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
        visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }
  friend bool operator==(const AtomSet&, const AtomSet&) = default;

 private:
  bool dense_ = true;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint64_t> list_;
};

struct Observation {
  std::vector<AtomSet> sets;  ///< by Slot
  bool terminal = false;
};

}  // namespace tesuji::proofs
