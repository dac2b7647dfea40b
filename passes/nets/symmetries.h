// Symmetries of a game: permutations of its fluents and moves that leave rules, roles and the
// initial state as they are.
//
// They are the automorphisms of a graph of the ground rules. Source: Schiffel, Symmetry Detection
// in General Game Playing (AAAI 2010), whose rule graphs are of rules with variables: so they see
// permutations of constants and of arguments alone, where ground rules show all that map rules to
// rules.
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

/// What becomes of the atoms that do not stay what they are, in order.
using AtomPermutation = std::vector<std::pair<GroundAtom, GroundAtom>>;

/// How long symmetries are looked for.
struct SymmetryLimits {
  /// Of the graph whose automorphisms they are; larger ones are not searched.
  std::size_t most_vertices = 1'000'000;
  /// Vertices times generators. Where a game has a thousand things that are all alike, there are
  /// as many generators.
  std::uint64_t most_work = 2'000'000'000;
  const std::atomic<bool>* stop = nullptr;  ///< ends the search; may be null
};

struct AtomSymmetries {
  /// Of the group of symmetries that keep every role's place; none where there is only the
  /// identity.
  std::vector<AtomPermutation> generators;
  bool complete = true;  ///< false: a limit was met, and there may be more of them
};

/// Nothing where relations were left out of the program, or where its graph is too large.
/// `any_start`: the initial state need not stay as it is.
[[nodiscard]] std::optional<AtomSymmetries> symmetries(const GroundProgram& program,
                                                       const SymmetryLimits& limits = {},
                                                       bool any_start = false);

/// By role: the role that takes its place.
using RolePermutation = std::vector<std::uint32_t>;

/// What generators of the group of symmetries that may exchange roles do to roles, without those
/// that leave all in their places. `any_start`: relations of fluents whose initial state need not
/// stay as it is (who begins). Nothing as for symmetries(); some may be missing where a limit was
/// met.
[[nodiscard]] std::optional<std::vector<RolePermutation>> role_exchanges(
    const GroundProgram& program, std::span<const ir::RelationId> any_start,
    const SymmetryLimits& limits = {});

}  // namespace tesuji::passes
