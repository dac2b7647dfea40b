// Symmetries of a game as permutations of its fluents and moves (passes/nets/symmetries.h).
#pragma once

#include "backend/driver/session.h"
#include "passes/nets/symmetries.h"
#include "runtime/host/game/named_symmetry.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::driver {

struct GameSymmetries {
  std::vector<runtime::NamedSymmetry> generators;  ///< none where there is only the identity
  /// Why symmetries could not be searched for, or not for all of them, as the end of a sentence;
  /// empty where all were found.
  std::string unknown;
};

/// Finds generators of the symmetries of a game's rules and initial state. The game is a rulesheet
/// or IR text with rules; nets and plugins have none. Reports nothing: whoever played the game has
/// read the file before. `any_start`: of its rules alone.
[[nodiscard]] GameSymmetries symmetries(const std::string& path, const Options& options,
                                        const Session& session,
                                        const passes::SymmetryLimits& limits = {},
                                        bool any_start = false);

struct RoleExchanges {
  /// By role: the role that takes its place. Generators, without the identity.
  std::vector<std::vector<std::uint32_t>> generators;
  std::string unknown;  ///< as of GameSymmetries
};

/// Finds which roles a game's rules do not tell apart. `any_start`: names of relations of fluents
/// as the lowered module has them, whose initial fluents need not stay as they are (who begins).
[[nodiscard]] RoleExchanges role_exchanges(const std::string& path, const Options& options,
                                           const Session& session,
                                           const std::vector<std::string>& any_start,
                                           const passes::SymmetryLimits& limits = {});

/// Warns (code "symmetry") where symmetries are unknown, so that states are taken for different
/// that may be symmetric.
void warn_of_unknown_symmetries(const GameSymmetries& symmetries, ir::Diagnostics& diagnostics);

}  // namespace tesuji::driver
