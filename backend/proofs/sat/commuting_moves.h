// Finds pairs of moves of one role that may be made in either order.
//
// Moves a and b *commute* where, in whatever state of play the sequence a, b can be made, so can
// b, a, and the states after both are equal; no state on the way is terminal in the one case and
// not in the other. Of plans that differ in the order of such moves alone one will do: a planner
// may require that a move is not followed by a commuting one of a lower number.
//
// For moves that are independent (passes/nets/make_operators.h) a solver is asked for a state in
// which one of them ends the game, and the other one does not. For other pairs it is asked for a
// state, two moves and the two sequences. Each answer is a pair that does not commute, and is left
// out of the next question. What is left when there is no answer commutes.
//
// Source: Rintanen, Heljanko, Niemela, Planning as satisfiability: parallel plans and algorithms
// for plan search (2006), where independence is a syntactic notion.
#pragma once

#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::sat {

/// By position in Net::moves: lower positions of the same role, ascending.
using MovePairs = std::vector<std::vector<std::uint32_t>>;

struct CommutingMoves {
  MovePairs conflicts;      ///< that are not known to commute
  bool known = false;       ///< false: a limit was reached, and nothing is known
  std::uint64_t pairs = 0;  ///< of different moves
  std::uint64_t commuting = 0;
};

/// Of the moves of `role`; all other roles have one move each. `facts` hold in every state of every
/// play. `dependent`: pairs that are not independent. `net` answers legal, next and terminal.
[[nodiscard]] CommutingMoves independent_that_commute(const ir::Net& net, std::size_t roles,
                                                      std::uint32_t role,
                                                      const ir::FluentFacts& facts,
                                                      MovePairs dependent, const Limits& limits);
/// The same of all pairs, which takes longer and finds more.
[[nodiscard]] CommutingMoves prove_that_commute(const ir::Net& net, std::size_t roles,
                                                std::uint32_t role, const ir::FluentFacts& facts,
                                                const Limits& limits);

}  // namespace tesuji::sat
