// Finds symmetries of a game as permutations of its fluents and moves (passes/nets/symmetries.h).
#pragma once

#include "backend/driver/session.h"
#include "passes/nets/symmetries.h"
#include "runtime/host/game/named_symmetry.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::driver {

struct GameSymmetries {
  std::vector<runtime::NamedSymmetry> generators;  ///< empty if only the identity is known
  /// Why symmetries, or some of them, could not be searched for, as the end of a sentence; empty if
  /// all were found.
  std::string unknown;
};

/// Finds generators of the symmetries of a game's rules and initial state. The game is a rulesheet
/// or IR text with rules; nets and plugins have none. Reports nothing: the caller has read the file
/// before. `any_start`: only of its rules.
[[nodiscard]] GameSymmetries symmetries(const std::string& path, const Options& options,
                                        const Session& session,
                                        const passes::SymmetryLimits& limits = {},
                                        bool any_start = false);

struct RoleExchanges {
  /// By role: the role that replaces it. Generators, without the identity.
  std::vector<std::vector<std::uint32_t>> generators;
  std::string unknown;  ///< as in GameSymmetries
};

/// Finds the roles that a game's rules do not distinguish. `any_start`: names of fluent relations
/// in the lowered module whose initial fluents may change (who begins).
[[nodiscard]] RoleExchanges role_exchanges(const std::string& path, const Options& options,
                                           const Session& session,
                                           const std::vector<std::string>& any_start,
                                           const passes::SymmetryLimits& limits = {});

/// Warns (code "symmetry") if symmetries are unknown, so that symmetric states may count as
/// different.
void warn_of_unknown_symmetries(const GameSymmetries& symmetries, ir::Diagnostics& diagnostics);

}  // namespace tesuji::driver
