// Parses ground atoms, the names of words in nets and lanes.
#pragma once

#include "ir/nets/net.h"
#include "ir/text/text_reader.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tesuji::ir {

/// Maps atoms to their positions in a list.
using GroundAtoms = std::map<std::pair<RelationId, std::vector<Symbol>>, std::uint32_t>;

/// Reads a relation's name and constants, as `true.at(1)`. Fails if a constant is not in its
/// column's domain.
[[nodiscard]] NetAtom read_ground_atom(TextReader& in);
/// Reads the same after the name.
[[nodiscard]] NetAtom read_ground_atom_of(TextReader& in, RelationId relation);

/// Returns the game's role in the first column; fails at `span` if it is not a role.
[[nodiscard]] std::uint32_t role_of_atom(TextReader& in, const NetAtom& atom, Span span);

}  // namespace tesuji::ir
