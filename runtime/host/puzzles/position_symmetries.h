// Positions that symmetries of the rules map on each other, as one: the smallest of its images
// stands for a state.
//
// Symmetries keep what is legal, what comes next, the end and goals, so that what is reached from a
// state is reached from its images; the initial state need not be symmetric. A search whose table
// has the smallest images finds its line move by move: from each state of the play one move leads
// to a state whose smallest image is the next one of the path.
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
  /// `group` is one with the identity, which is not in it. Of `ignored` bits states are not told
  /// apart; empty: of none.
  explicit PositionSymmetries(std::vector<BitPermutation> group = {}, State ignored = {});

  /// Makes it its smallest image.
  void reduce(StateOut state) const;

  /// Appends joint moves that lead from `now`, whose smallest image is the first state of the path
  /// through the table, to those that follow, and makes `now` the last one. False where no move
  /// leads to one.
  [[nodiscard]] bool follow(const Game& game, const StateTable& table,
                            std::span<const StateTable::Index> path, State& now,
                            std::vector<std::vector<Move>>& line) const;

 private:
  /// A word of the image under a permutation, by its place in the group.
  [[nodiscard]] std::uint64_t image_word(std::size_t permutation, std::size_t word,
                                         StateView state) const;

  std::vector<BitPermutation> group_;
  State ignored_;
  std::size_t bytes_ = 0;  ///< of a state
  /// By permutation, word of the image, byte of the state and its value: the bits that come of it.
  /// Empty: there would be too many.
  std::vector<std::uint64_t> parts_;
  mutable State smallest_{};
  mutable State image_{};
};

}  // namespace tesuji::runtime
