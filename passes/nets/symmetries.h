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
#include <optional>
#include <vector>

namespace tesuji::passes {

/// By GroundAtom: the atom that it becomes.
using AtomPermutation = std::vector<GroundAtom>;

/// Generators of the group of symmetries that keep every role's place; none where there is only
/// the identity. Nothing where relations were left out of the program, or where its graph would
/// have more than `most_vertices`.
[[nodiscard]] std::optional<std::vector<AtomPermutation>> symmetries(
    const GroundProgram& program, std::size_t most_vertices = 1'000'000);

}  // namespace tesuji::passes
