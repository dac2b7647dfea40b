// Converts atoms of a net to the source's terms.
#pragma once

#include "ir/nets/net.h"

#include <string>

namespace tesuji::ir {

/// A fluent, or without its role a move, a goal value or a percept, as the relation's term says:
/// `(cell 1 1 b)`, `noop`, `100`. The atom is one that the verifier accepts.
[[nodiscard]] std::string term_of(const Module& module, const NetAtom& atom);

}  // namespace tesuji::ir
