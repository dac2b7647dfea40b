// Proves that every move of a net is undone by one move, so that the states before a state are
// those after it.
//
// States are any in which the facts hold, terminal ones, too. Facts that a move from a terminal
// state may violate are left out first, so that with a state all that lead to it are among these.
// Then the solver looks for a state and a legal move that no move known to it undoes; evaluating
// the net finds one that does, whose formula is added, until the solver finds no more. The moves of
// a sliding puzzle need four such formulas for each cell, those of a cube one for each turn.
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
  /// By fluent. A move is undone where the fluents hold again that are in neither list.
  std::vector<bool> unread{};
  /// That change by themselves; in the state before a move they have their initial values.
  std::vector<bool> clock{};
  Limits limits{};
};

struct ReversibleMoves {
  bool is_proved = false;
  /// A move that no move undoes in some state with the facts, a position in Net::moves. Without it
  /// and a proof a limit was reached.
  std::optional<std::uint32_t> not_undone{};
};

/// `net` answers legal and next. `make_operators` returns the operators of the role's moves under
/// these facts; none where they would be too large. Throws LimitReached.
[[nodiscard]] ReversibleMoves prove_reversible(
    const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
    const std::function<ir::MoveOperators(const ir::FluentFacts&)>& make_operators,
    const ReversibleOptions& options);

}  // namespace tesuji::sat
