// Treats positions that symmetries of the rules map on each other as one: a state's smallest image
// represents it.
//
// Symmetries preserve legal moves, next states, ends and goals, so that everything reachable from a
// state is reachable from its images, too; the initial state need not be symmetric. A search whose
// table has the smallest images reconstructs its line move by move: from each state of the play one
// move leads to a state whose smallest image is the next one of the path.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"
#include "runtime/host/playouts/state_table.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// For one thread.
class PositionSymmetries {
 public:
  /// `group`, with the identity, which it does not contain, must be a group. States that differ
  /// only in `ignored` bits are equal; empty: no such bits.
  explicit PositionSymmetries(std::vector<BitPermutation> group = {}, State ignored = {});

  /// Replaces the state by its smallest image.
  void reduce(StateOut state) const;

  /// Appends joint moves that lead from `now`, whose smallest image is the first state of the path
  /// through the table, to the states that follow, and sets `now` to the last one. Returns false if
  /// no move leads to one.
  [[nodiscard]] bool follow(const Game& game, const StateTable& table,
                            std::span<const StateTable::Index> path, State& now,
                            std::vector<std::vector<Move>>& line) const;

 private:
  /// Returns a word of the image under a permutation, given by its place in the group.
  [[nodiscard]] std::uint64_t image_word(std::size_t permutation, std::size_t word,
                                         StateView state) const;

  std::vector<BitPermutation> group_;
  State ignored_;
  std::size_t bytes_ = 0;  ///< of a state
  /// By permutation, word of the image, byte of the state and its value: the bits of the image.
  /// Empty if it would be too large.
  std::vector<std::uint64_t> parts_;
  mutable State smallest_{};
  mutable State image_{};
};

}  // namespace tesuji::runtime
