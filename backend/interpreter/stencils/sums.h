// Writes numbers of bits as sums of columns times strides.
#pragma once

#include "backend/interpreter/bytecode.h"

#include <cstdint>
#include <vector>

namespace tesuji::interpreter {

/// A term of a bit's number.
struct Product {
  Register value;
  std::uint64_t stride;
};

/// The place of a bit that a loop has found, as a sum of the values that its columns got. Where the
/// same values are part of another bit's number, as of frame axioms, the sum serves as it is.
struct Sum {
  Register value;
  std::vector<Product> terms;
};

/// Removes the sum from the products; returns the factor it had there. 0: it is not among them.
[[nodiscard]] std::uint64_t take_sum(const Sum& sum, std::vector<Product>& products);

[[nodiscard]] std::vector<Product> products_of(const std::vector<KnownColumn>& known);

/// Whether the register is a term's.
[[nodiscard]] bool is_term(const Sum& sum, Register value);

}  // namespace tesuji::interpreter
