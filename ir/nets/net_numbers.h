// Serialises nets, and facts about them, as numbers, to hash and store them.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"
#include "ir/nets/number_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::ir {

/// Returns gates, inputs and answers, each list with its length, without the names of atoms: nets
/// with the same numbers compute the same values.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const Net& net);
/// Returns the serialised net, whose atoms have no names; nullopt if the numbers are invalid.
[[nodiscard]] std::optional<Net> read_net(NumberReader& in);

/// Returns the facts, each with its kind and the numbers of its fluents.
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const FluentFacts& facts);

}  // namespace tesuji::ir
