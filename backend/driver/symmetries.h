// Symmetries of a game as permutations of its fluents (passes/symmetries.h).
#pragma once

#include "backend/driver/driver.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::driver {

/// The fluents that a symmetry changes, as terms, and what they become.
using FluentPermutation = std::unordered_map<std::string, std::string>;

/// Generators of the symmetries of a rulesheet's rules and initial state; none where there are
/// none but the identity, where the sheet is too large to be grounded, or the file is no rulesheet.
/// Reports nothing but what is wrong with the file.
[[nodiscard]] std::vector<FluentPermutation> symmetries(const std::string& path,
                                                        const Options& options, Session& session);

}  // namespace tesuji::driver
