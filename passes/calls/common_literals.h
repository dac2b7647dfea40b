// Finds literals that every tuple of a relation satisfies, as all of its rules contain them.
//
//   step(P, M, X, Y, U, V) :- cell(X, Y, M), owner(M, P, rook), way(X, Y, U, V)
//   step(P, M, X, Y, U, V) :- cell(X, Y, M), owner(M, P, knight), jump(X, Y, U, V)
//   common:  cell(X, Y, M), owner(M, P, _)
//
// So where a body has a positive literal of the relation they may be added, and bind some of its
// columns.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// Positive literals over facts and fluents, with the variable c for column c of the relation.
/// `rules`: those of the relation.
[[nodiscard]] std::vector<ir::Literal> common_literals(const ir::Module& module,
                                                       const std::vector<std::uint32_t>& rules);

}  // namespace tesuji::passes
