// Symmetries of a game as permutations of its fluents (passes/nets/symmetries.h).
#pragma once

#include "backend/driver/driver.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::driver {

/// The fluents that a symmetry changes, as terms, and what they become.
using FluentPermutation = std::unordered_map<std::string, std::string>;

struct GameSymmetries {
  std::vector<FluentPermutation> generators;  ///< none where there is only the identity
  /// Why symmetries could not be searched for, as the end of a sentence; empty where they were.
  std::string unknown;
};

/// Finds generators of the symmetries of a game's rules and initial state. The game is a rulesheet
/// or IR text with rules; nets and plugins have none. Reports nothing: whoever played the game has
/// read the file before.
[[nodiscard]] GameSymmetries symmetries(const std::string& path, const Options& options,
                                        const Session& session);

/// Warns (code "symmetry") where symmetries are unknown, so that states are taken for different
/// that may be symmetric.
void warn_of_unknown_symmetries(const GameSymmetries& symmetries, ir::Diagnostics& diagnostics);

}  // namespace tesuji::driver
