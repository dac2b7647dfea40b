// Converts atoms of a net to the source's terms.
#pragma once

#include "ir/nets/net.h"

#include <string>

namespace tesuji::ir {

/// Prints a fluent, or without its role a move, a goal value or a percept, as the relation's term:
/// `(cell 1 1 b)`, `noop`, `100`. The verifier must accept the atom.
[[nodiscard]] std::string term_of(const Module& module, const NetAtom& atom);

}  // namespace tesuji::ir
