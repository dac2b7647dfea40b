// Summarises many instances of a family of formulas in a few words.
#pragma once

#include "ir/formulas/formula.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::tools {

/// All instances that have one of these constants for each parameter, in the order of its domain.
using InstancePattern = std::vector<std::vector<ir::Symbol>>;

/// Patterns that have these instances and no others, each once: at most `most`, none where more
/// would be needed. Instances are numbered as ir::instance_symbols says; ascending, without
/// duplicates.
[[nodiscard]] std::vector<InstancePattern> patterns_of(const ir::Invariant& invariant,
                                                       std::span<const std::uint64_t> instances,
                                                       std::size_t most);

}  // namespace tesuji::tools
