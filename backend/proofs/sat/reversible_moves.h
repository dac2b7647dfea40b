// Proves that some move undoes each move of a net, so that the predecessors of a state are its
// successors.
//
// States are all those that satisfy the facts, including terminal ones. Facts that a move from a
// terminal state may violate are dropped first, so that with a state, all its predecessors satisfy
// the facts. Then the solver searches for a state and a legal move that no known inverse undoes;
// evaluating the net finds an inverse, whose formula is added, until the solver finds no more. The
// moves of a sliding puzzle need four such formulas for each cell, those of a cube one for each
// turn.
#pragma once

#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/move_operators.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tesuji::sat {

struct ReversibleOptions {
  std::uint32_t role = 0;  ///< all other roles have one move each
  /// By fluent. A move is undone if all fluents in neither list have their values again.
  std::vector<bool> unread{};
  /// Fluents that change by themselves; in the state before a move they have their initial values.
  std::vector<bool> clock{};
  Limits limits{};
};

struct ReversibleMoves {
  bool is_proved = false;
  /// A move that no move undoes in some state with the facts, as a position in Net::moves. If there
  /// is neither this nor a proof, a limit was reached.
  std::optional<std::uint32_t> not_undone{};
};

/// `net` must answer legal and next. `make_operators` returns the operators of the role's moves
/// under these facts; none if they would be too large. Throws LimitReached.
[[nodiscard]] ReversibleMoves prove_reversible(
    const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
    const std::function<ir::MoveOperators(const ir::FluentFacts&)>& make_operators,
    const ReversibleOptions& options);

}  // namespace tesuji::sat
