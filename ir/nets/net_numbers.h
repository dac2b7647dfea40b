// Writes nets, and facts about them, as numbers, to recognise them by a hash and to keep them.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"
#include "ir/nets/number_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::ir {

/// Gates, inputs and answers, each list with its length, but not the names of atoms: nets of the
/// same numbers compute the same.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const Net& net);
/// The net that was written so, whose atoms have no names; nothing where the numbers are of none.
[[nodiscard]] std::optional<Net> read_net(NumberReader& in);

/// The facts, each with its form and the number of its fluents.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const FluentFacts& facts);

}  // namespace tesuji::ir
