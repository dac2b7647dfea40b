// Writes a net as numbers, to recognise it by a hash of them.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// Gates, inputs and answers, each list with its length, but not the names of atoms: nets of the
/// same numbers compute the same.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const Net& net);

}  // namespace tesuji::ir
