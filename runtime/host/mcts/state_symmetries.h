// Finds moves that are equivalent under a symmetry of their state.
//
// On an empty board of noughts and crosses three of nine moves are different. A search that tries
// one of each class has a third of the tree.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"

#include <memory>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Immutable; serves many threads.
class StateSymmetries {
 public:
  /// `game` must have the fluents and moves that the symmetries name, and outlive this.
  StateSymmetries(const Game& game, std::shared_ptr<const std::vector<NamedSymmetry>> symmetries)
      : game_(game), symmetries_(std::move(symmetries)) {}

  /// Keeps the first move of each class of `role`'s moves that symmetries of the state map on each
  /// other. Returns whether the state has any symmetry. The other roles must have one move each.
  bool leave_one_of_each(StateView state, Role role, std::vector<Move>& moves) const;

 private:
  const Game& game_;
  std::shared_ptr<const std::vector<NamedSymmetry>> symmetries_;
};

}  // namespace tesuji::runtime
