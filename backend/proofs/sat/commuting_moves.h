// Finds pairs of moves of one role that may be made in either order.
//
// Moves a and b *commute* if, in every state of play in which the sequence a, b is possible, b, a
// is possible too and leads to the same state; and both sequences pass through a terminal state, or
// neither does. Of plans that differ only in the order of such moves, one suffices: a planner may
// require that no move is followed by a commuting move with a lower number.
//
// For independent moves (passes/nets/make_operators.h) the solver searches for a state in which one
// of them ends the game and the other does not. For other pairs it searches for a state, two moves
// and the two sequences. Each model gives a pair that does not commute; the next query excludes it.
// When there are no more models, the remaining pairs commute.
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
  MovePairs conflicts;      ///< pairs that are not known to commute
  bool known = false;       ///< false: a limit was reached, and no pair is known to commute
  std::uint64_t pairs = 0;  ///< of different moves
  std::uint64_t commuting = 0;
};

/// Finds commuting pairs among the moves of `role`; all other roles have one move each. `facts`
/// must hold in every state of every play. `dependent`: pairs that are not independent. `net` must
/// answer legal, next and terminal.
[[nodiscard]] CommutingMoves independent_that_commute(const ir::Net& net, std::size_t roles,
                                                      std::uint32_t role,
                                                      const ir::FluentFacts& facts,
                                                      MovePairs dependent, const Limits& limits);
/// The same for all pairs, which takes longer and finds more.
[[nodiscard]] CommutingMoves prove_that_commute(const ir::Net& net, std::size_t roles,
                                                std::uint32_t role, const ir::FluentFacts& facts,
                                                const Limits& limits);

}  // namespace tesuji::sat
