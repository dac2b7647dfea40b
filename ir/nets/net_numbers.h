// Writes nets, and facts about them, as numbers, to recognise them by a hash.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// Gates, inputs and answers, each list with its length, but not the names of atoms: nets of the
/// same numbers compute the same.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const Net& net);

/// The facts, each with its form and the number of its fluents.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const FluentFacts& facts);

}  // namespace tesuji::ir
