// Prints derivation trees for graphviz.
#pragma once

#include "backend/reference/derivation.h"
#include "backend/reference/notation.h"

#include <string>

namespace tesuji::reference {

/// Returns the tree in the `dot` language: queries as boxes, applied candidates on the arcs;
/// answers, failures and loops in colours; the tree of a negation on a dotted arc.
[[nodiscard]] std::string tree_dot(const DerivationTree& tree, const Program& program,
                                   const Notation& notation);

}  // namespace tesuji::reference
