// Derives bounds of the length of a play from proved formulas (proofs::summary_sets).
//
// A quantity that every move changes in one direction bounds the number of moves. Two kinds are
// looked for. *Steps*: let V be the last value, in some order, that a fluent has in a column. Where
// every move leads to a later value, no play has more moves than there are values after the first
// one. *Supplies*: fluents that, once false, stay so (or once true). Where every move changes one
// of them, or one of two moves does, no play has more moves than there are such fluents, or twice
// as many and one.
#pragma once

#include "backend/proofs/formulas/summary_sets.h"
#include "backend/proofs/games/proved_facts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::driver {

struct LengthBound {
  proofs::Claim::Kind kind = proofs::Claim::Kind::rises;  ///< rises, advances, uses_up, fills
  ir::RelationId relation = ir::no_id;
  std::size_t column = 0;           ///< as in proofs::Claim
  std::optional<ir::Symbol> value;  ///< supplies: the constant of the column, where there is one
  std::uint32_t moves = 1;          ///< supplies: one of so many moves takes from it
  std::uint64_t most = 0;           ///< joint moves of a play
  std::uint64_t least = 0;          ///< of a play that ends; 0: not known
  Evidence evidence;
};

/// All bounds that follow, the smallest first. `first_set`: position of the claims' first set in
/// the report. None where the initial state is not known.
[[nodiscard]] std::vector<LengthBound> length_bounds(const ProvedFacts& facts,
                                                     std::span<const proofs::Claim> claims,
                                                     std::size_t first_set);

}  // namespace tesuji::driver
