// Functions on numbers (ir/module/computation.h) for the reference chainer, in 128 bits and without
// tables.
#pragma once

#include "ir/core/number.h"
#include "ir/module/computation.h"
#include "runtime/core/tesuji/numbers_abi.h"

#include <compare>
#include <optional>
#include <vector>

namespace tesuji::reference {

/// An operand that is not a number is nothing.
using Operand = std::optional<ir::Number>;

struct Computed {
  std::uint32_t reason = TSJ_HAS_VALUE;  ///< why there is no value
  ir::Number value;
  std::optional<std::size_t> operand;  ///< at fault, where one is
};

[[nodiscard]] Computed evaluate(const std::vector<ir::ComputationStep>& steps,
                                const std::vector<Operand>& operands);

/// Exact, a whole number against a real, too.
[[nodiscard]] std::strong_ordering compare(const ir::Number& a, const ir::Number& b);

}  // namespace tesuji::reference
