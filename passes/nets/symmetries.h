// Symmetries of a game: permutations of its fluents and moves that leave rules, roles and the
// initial state as they are.
//
// They are the automorphisms of a graph of the ground rules. Source: Schiffel, Symmetry Detection
// in General Game Playing (AAAI 2010), whose rule graphs are of rules with variables: so they see
// permutations of constants and of arguments alone, where ground rules show all that map rules to
// rules.
#pragma once

#include "passes/nets/ground.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::passes {

/// By GroundAtom: the atom that it becomes.
using AtomPermutation = std::vector<GroundAtom>;

/// Generators of the group of symmetries that keep every role's place; none where there is only
/// the identity. Nothing where relations were left out of the program, or where its graph would
/// have more than `most_vertices`.
[[nodiscard]] std::optional<std::vector<AtomPermutation>> symmetries(
    const GroundProgram& program, std::size_t most_vertices = 1'000'000);

/// By role: the role that takes its place.
using RolePermutation = std::vector<std::uint32_t>;

/// What generators of the group of symmetries that may exchange roles do to roles, without those
/// that leave all in their places. `any_start`: relations of fluents whose initial state need not
/// stay as it is (who begins). Nothing as for symmetries().
[[nodiscard]] std::optional<std::vector<RolePermutation>> role_exchanges(
    const GroundProgram& program, std::span<const ir::RelationId> any_start,
    std::size_t most_vertices = 1'000'000);

}  // namespace tesuji::passes
