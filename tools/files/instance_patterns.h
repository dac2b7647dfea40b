// Summarises many instances of a family of formulas in a few words.
#pragma once

#include "ir/formulas/formula.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::tools {

/// All instances whose parameters each have one of these constants, in the order of its domain.
using InstancePattern = std::vector<std::vector<ir::Symbol>>;

/// Returns patterns that together have exactly these instances, each once: at most `most`; none if
/// more would be needed. Instances are numbered as by ir::instance_symbols; ascending, without
/// duplicates.
[[nodiscard]] std::vector<InstancePattern> patterns_of(const ir::Invariant& invariant,
                                                       std::span<const std::uint64_t> instances,
                                                       std::size_t most);

}  // namespace tesuji::tools
