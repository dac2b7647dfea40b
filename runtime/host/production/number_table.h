// The host's side of the numbers that production rules compute (tesuji/numbers_abi.h): storage and
// growth.
#pragma once

#include "runtime/core/tesuji/numbers_abi.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::runtime {

/// The open domain of a rule set, before anything is computed.
struct GivenNumbers {
  std::vector<tsj_number> constants;   ///< by position
  std::vector<std::uint32_t> results;  ///< positions of constants that are written as results are
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
  /// Those that are no constants.
  [[nodiscard]] ComputedNumbers computed() const;
  /// Doubles the room; false where positions would be too large. Throws std::bad_alloc.
  [[nodiscard]] bool grow();
  /// Bytes that it holds.
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
