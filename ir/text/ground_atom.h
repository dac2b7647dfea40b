// Reads ground atoms: what words of nets and of lanes are called.
#pragma once

#include "ir/nets/net.h"
#include "ir/text/text_reader.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tesuji::ir {

/// Positions of atoms in a list, for look-ups.
using GroundAtoms = std::map<std::pair<RelationId, std::vector<Symbol>>, std::uint32_t>;

/// A relation's name and constants of its columns' domains, as `true.at(1)`. Fails where they are
/// not.
[[nodiscard]] NetAtom read_ground_atom(TextReader& in);
/// The same behind the name.
[[nodiscard]] NetAtom read_ground_atom_of(TextReader& in, RelationId relation);

/// Which of the game's roles the first column is; fails at `span` where it is none.
[[nodiscard]] std::uint32_t role_of_atom(TextReader& in, const NetAtom& atom, Span span);

}  // namespace tesuji::ir
