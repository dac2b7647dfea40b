// Stores the numbers that production rules compute, and grows their table: the host's side of
// tesuji/numbers_abi.h.
#pragma once

#include "runtime/core/tesuji/numbers_abi.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::runtime {

/// The open domain of a rule set, before any number is computed.
struct GivenNumbers {
  std::vector<tsj_number> constants;   ///< by position
  std::vector<std::uint32_t> results;  ///< positions of constants whose text is that of a possible
                                       ///< result
  std::size_t computations = 0;        ///< 0: rules compute nothing
};

/// Owns the numbers of one run. Not movable: generated code holds its address.
class NumberTable {
 public:
  explicit NumberTable(const GivenNumbers& given);
  NumberTable(const NumberTable&) = delete;
  NumberTable& operator=(const NumberTable&) = delete;

  [[nodiscard]] tsj_numbers* abi() { return &numbers_; }
  [[nodiscard]] tsj_failure* failures() { return failures_.data(); }
  /// Adds numbers of an earlier run, in order.
  void load(const ComputedNumbers& computed);
  /// Returns the numbers that are not constants.
  [[nodiscard]] ComputedNumbers computed() const;
  /// Doubles the room; returns false if positions would be too large. Throws std::bad_alloc.
  [[nodiscard]] bool grow();
  /// Returns the bytes that it holds.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  void link_all();

  tsj_numbers numbers_{};
  std::vector<tsj_number> values_;
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint32_t> results_;
  std::vector<tsj_failure> failures_;
};

}  // namespace tesuji::runtime
