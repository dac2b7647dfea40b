// Evaluates a state by tables of patterns: what a few squares hold together, for many choices of
// squares.
//
// A pattern is a number in a mixed radix: each of its squares has a digit, and each fluent that
// holds on the square adds its share to the number. The number is the place in the pattern's table
// of weights. Each pattern has two tables, by whose turn it is.
//
// Source: Bledsoe and Browning, Pattern Recognition and Reading by Machine (1959), n-tuples; Lucas,
// Learning to Play Othello with N-Tuple Systems (2008).
#pragma once

#include "runtime/host/game/game.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// What a fluent adds to the number of one pattern.
struct PatternDigit {
  std::uint32_t pattern = 0;
  std::uint32_t share = 0;
};

/// Finds the entries of all tables that belong to a state. Immutable.
class PatternIndex {
 public:
  static constexpr std::uint64_t no_bit = std::numeric_limits<std::uint64_t>::max();

  /// `sizes`: of a table, by pattern; a pattern's shares add up to less. `digits`: by bit of a
  /// state of `words` words. `turn`: the bit that holds if it is role 0's turn; no_bit: unknown.
  PatternIndex(const std::vector<std::uint32_t>& sizes,
               const std::vector<std::vector<PatternDigit>>& digits, std::size_t words,
               std::uint64_t turn)
      : masks_(words), turn_(turn) {
    for (const std::uint32_t size : sizes) {
      bases_.push_back(static_cast<std::uint32_t>(entries_));
      entries_ += size;
    }
    first_.assign(64 * words + 1, 0);
    for (std::size_t bit = 0; bit < 64 * words; ++bit) {
      first_[bit] = static_cast<std::uint32_t>(digits_.size());
      if (bit >= digits.size() || digits[bit].empty()) continue;
      masks_[bit / 64] |= std::uint64_t{1} << bit % 64;
      digits_.insert(digits_.end(), digits[bit].begin(), digits[bit].end());
    }
    first_.back() = static_cast<std::uint32_t>(digits_.size());
  }

  [[nodiscard]] std::size_t patterns() const { return bases_.size(); }
  /// Returns the number of entries of all tables.
  [[nodiscard]] std::size_t entries() const { return 2 * entries_; }

  /// Sets the entry of each pattern. If fluents of a square hold together, which excluded each
  /// other when patterns were chosen, the entry may belong to another table.
  void find(StateView state, std::span<std::uint32_t> found) const {
    const bool is_first = turn_ != no_bit && (state[turn_ / 64] >> turn_ % 64 & 1U) != 0;
    const auto half = static_cast<std::uint32_t>(is_first ? entries_ : 0);
    for (std::size_t pattern = 0; pattern < bases_.size(); ++pattern) {
      found[pattern] = bases_[pattern] + half;
    }
    for (std::size_t word = 0; word < masks_.size(); ++word) {
      for (std::uint64_t rest = state[word] & masks_[word]; rest != 0; rest &= rest - 1) {
        const std::size_t bit = 64 * word + static_cast<std::size_t>(std::countr_zero(rest));
        for (std::uint32_t at = first_[bit]; at < first_[bit + 1]; ++at) {
          found[digits_[at].pattern] += digits_[at].share;
        }
      }
    }
    const auto last = static_cast<std::uint32_t>(2 * entries_ - 1);
    for (std::uint32_t& entry : found) entry = std::min(entry, last);
  }

 private:
  std::vector<std::uint64_t> masks_;  ///< bits that some pattern reads, by word
  std::vector<std::uint32_t> bases_;  ///< of the first half of tables
  std::vector<std::uint32_t> first_;  ///< in `digits_`, by bit
  std::vector<PatternDigit> digits_;
  std::size_t entries_ = 0;  ///< of one half
  std::uint64_t turn_;
};

}  // namespace tesuji::runtime
