// Finds moves that are equivalent under a symmetry of their state.
//
// On an empty board of noughts and crosses three of nine moves are different. A search that tries
// one of each class has a third of the tree.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Immutable; serves many threads.
class StateSymmetries {
 public:
  /// `game` must have the fluents and moves that the symmetries name, and outlive this.
  StateSymmetries(const Game& game, std::shared_ptr<const std::vector<NamedSymmetry>> symmetries);

  /// Keeps the first move of each class of `role`'s moves that symmetries of the state map on each
  /// other. Returns whether the state has any symmetry. The other roles must have one move each.
  bool leave_one_of_each(StateView state, Role role, std::vector<Move>& moves) const;

  /// Returns for each of `role`'s moves the place in `moves` of the first move of its class; empty
  /// if the state has no symmetry. The other roles must have one move each.
  [[nodiscard]] std::vector<std::size_t> first_of_each(StateView state, Role role,
                                                       std::span<const Move> moves) const;

 private:
  /// A symmetry of states that are bits.
  struct BitSymmetry {
    /// A fluent that changes, and what it becomes: bits, never_holds or always_holds. If each holds
    /// exactly if the other does, the state has the symmetry.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
    std::vector<std::unordered_map<Move, Move>> moves;  ///< by role, those that change
  };

  void add_bit_symmetries();
  [[nodiscard]] std::vector<std::size_t> first_by_bits(StateView state, Role role,
                                                       std::span<const Move> moves) const;
  [[nodiscard]] std::vector<std::size_t> first_by_names(StateView state, Role role,
                                                        std::span<const Move> moves) const;

  const Game& game_;
  std::shared_ptr<const std::vector<NamedSymmetry>> symmetries_;
  std::vector<BitSymmetry> bits_;  ///< empty: fluents are compared by name
};

}  // namespace tesuji::runtime
