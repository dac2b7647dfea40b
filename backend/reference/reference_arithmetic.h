// Computes functions on numbers (ir/module/operation.h) for the reference chainer, in 128 bits
// and without tables.
#pragma once

#include "ir/core/number.h"
#include "ir/module/operation.h"
#include "runtime/core/tesuji/numbers_abi.h"

#include <compare>
#include <optional>
#include <vector>

namespace tesuji::reference {

/// An operand; empty if it is not a number.
using Operand = std::optional<ir::Number>;

struct Computed {
  std::uint32_t reason = TSJ_HAS_VALUE;  ///< why there is no value
  ir::Number value;
  std::optional<std::size_t> operand;  ///< the operand that caused it, if one did
};

[[nodiscard]] Computed evaluate(const std::vector<ir::ComputationStep>& steps,
                                const std::vector<Operand>& operands);

/// Compares exactly, even a whole number with a real.
[[nodiscard]] std::strong_ordering compare(const ir::Number& a, const ir::Number& b);

}  // namespace tesuji::reference
