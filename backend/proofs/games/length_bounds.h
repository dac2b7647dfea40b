// Derives bounds on the length of a play from proved formulas (proofs::summary_sets).
//
// A quantity that every move changes in one direction bounds the number of moves. There are two
// kinds. *Steps*: let V be the last value, in some order, that a fluent has in a column. If every
// move leads to a later value, no play has more moves than there are values after the first one.
// *Supplies*: fluents that stay false once they are false (or stay true once they are true). If
// every move changes one of them, or one of two consecutive moves does, no play has more moves than
// there are such fluents, or twice as many plus one.
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
  std::optional<ir::Symbol> value;  ///< supplies: the constant of the column, if there is one
  std::uint32_t moves = 1;          ///< supplies: one of this many consecutive moves uses one up
  std::uint64_t most = 0;           ///< maximum number of joint moves of a play
  std::uint64_t least = 0;          ///< minimum number in a play that ends; 0: unknown
  Evidence evidence;
};

/// Returns all derived bounds, smallest first. `first_set`: index in the report of the claims'
/// first set. Returns none if the initial state is unknown.
[[nodiscard]] std::vector<LengthBound> length_bounds(const ProvedFacts& facts,
                                                     std::span<const proofs::Claim> claims,
                                                     std::size_t first_set);

}  // namespace tesuji::driver
