// Computes symmetries of a game: permutations of its fluents and moves that preserve rules, roles
// and the initial state.
//
// They are the automorphisms of a graph of the ground rules. Source: Schiffel, Symmetry Detection
// in General Game Playing (AAAI 2010), whose rule graphs represent rules with variables: these only
// show permutations of constants and of arguments, whereas ground rules show all permutations that
// map rules to rules.
#pragma once

#include "passes/nets/ground.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// The moved atoms with their images, in order.
using AtomPermutation = std::vector<std::pair<GroundAtom, GroundAtom>>;

/// Limits of the search for symmetries.
struct SymmetryLimits {
  /// Maximum vertices of the graph; larger ones are not searched.
  std::size_t most_vertices = 1'000'000;
  /// Maximum of vertices times generators. A game with a thousand interchangeable objects has as
  /// many generators.
  std::uint64_t most_work = 2'000'000'000;
  const std::atomic<bool>* stop = nullptr;  ///< ends the search; may be null
};

struct AtomSymmetries {
  /// Generators of the group of symmetries that map every role to itself; empty if there is only
  /// the identity.
  std::vector<AtomPermutation> generators;
  bool complete = true;  ///< false: a limit was reached, and more may exist
};

/// Returns nullopt if relations were left out of the program, or if its graph is too large.
/// `any_start`: the initial state need not be preserved.
[[nodiscard]] std::optional<AtomSymmetries> symmetries(const GroundProgram& program,
                                                       const SymmetryLimits& limits = {},
                                                       bool any_start = false);

/// Maps each role to its image.
using RolePermutation = std::vector<std::uint32_t>;

/// Returns the permutations of roles by generators of the group of symmetries that may exchange
/// roles, without the identity. `any_start`: relations of fluents whose initial state need not be
/// preserved (who begins). Returns nullopt as symmetries() does; some may be missing if a limit was
/// reached.
[[nodiscard]] std::optional<std::vector<RolePermutation>> role_exchanges(
    const GroundProgram& program, std::span<const ir::RelationId> any_start,
    const SymmetryLimits& limits = {});

}  // namespace tesuji::passes
