// Estimates moves by the last states of playouts: all moves as first (AMAF).
//
// A playout tells something about moves that it made later, too. What a move adds to the state,
// such as a stone in Hex, often still holds when the game is over; so a playout that ends with it
// resembles one that made the move first. Nodes that were visited often keep, for each fluent, in
// how many last states of playouts through them it held, and with which results. The estimate of a
// move is the mean result of the playouts that ended with a fluent that it adds, and few other
// moves. So playouts need not record their moves. The estimates mislead where what moves add is
// often removed again, such as pieces that are captured.
//
// Sources: Gelly and Silver, Monte-Carlo Tree Search and Rapid Action Value Estimation in Computer
// Go (2011), for estimates of that kind; Cazenave, Generalized Rapid Action Value Estimation
// (2015), for those of an earlier node while a node has few visits.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/mcts/tree.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

/// For each bit of a state, the playouts that ended with it, and their results.
class LastStates {
 public:
  LastStates(std::size_t state_words, std::size_t roles);

  /// Adds a playout that ended in this state. `values`: by role, 0..1.
  void add(StateView last, std::span<const float> values);

  /// All that were added, or half of them after very many.
  [[nodiscard]] std::uint64_t playouts() const { return all_; }
  [[nodiscard]] float playouts(std::size_t bit) const { return counts_[bit]; }
  /// The mean result of these playouts, of which there must be some.
  [[nodiscard]] float mean(std::size_t bit, Role role) const {
    return sums_[bit * roles_ + role] / counts_[bit];
  }
  [[nodiscard]] std::size_t bytes() const {
    return (counts_.size() + sums_.size()) * sizeof(float);
  }

 private:
  std::size_t roles_;
  std::vector<float> counts_;  ///< by bit
  std::vector<float> sums_;    ///< by bit and role
  std::uint64_t all_ = 0;      ///< playouts since the counts were halved
};

/// Keeps last states by node of a tree, and what moves add. Whoever forgets or renumbers nodes must
/// call clear().
class AllMovesAsFirst {
 public:
  /// Whether the game keeps each fluent as a bit of its states.
  [[nodiscard]] static bool suits(const Game& game);

  /// `visits`: a node keeps last states of its own after so many, and they are used once there are
  /// as many of them. `memory`: bytes for them all.
  AllMovesAsFirst(const Game& game, std::uint64_t visits, std::size_t memory);

  void clear() { ends_.clear(); }

  /// Returns what estimates moves in the node: its own last states if there are enough, else
  /// `above`, those of the nodes before it; its own if that is null, and null if it has none.
  [[nodiscard]] const LastStates* at(TreeNodeId node, const LastStates* above) const;

  /// Counts a playout through these nodes of the tree, the first of which keeps last states
  /// whatever its visits. It ended in this state. `values`: by role, 0..1.
  void count(const Tree& tree, std::span<const TreeNodeId> steps, StateView last,
             std::span<const float> values);

  /// Sets TreeAction::added of a role's moves in an open node. `joint`: a legal move of each role.
  /// Of several bits that a move adds, chooses the one that the fewest other moves add, and then
  /// the one with which the most playouts of `ends` ended; it may be null. Adds none where a next
  /// state cannot be computed.
  void find_added(Tree& tree, TreeNodeId node, Role role, std::span<const Move> joint,
                  const LastStates* ends, Scratch& scratch);

 private:
  /// What a move has added so far.
  struct Effect {
    std::uint32_t bit = adds_nothing;
    int times = 0;  ///< that it was this bit; -1: it was not always the same one
  };

  /// Sets the bits of moves that have always added the same one; returns whether these are all.
  bool recall(Role role, std::span<TreeAction> actions) const;

  const Game& game_;
  std::size_t roles_;
  std::uint64_t visits_;
  std::size_t memory_;
  std::unordered_map<TreeNodeId, LastStates> ends_;
  std::vector<std::unordered_map<Move, Effect>> effects_;  ///< by role
  std::vector<std::uint64_t> next_;                        ///< states after each move
  std::vector<std::uint32_t> adding_;                      ///< by bit: how many moves add it
};

}  // namespace tesuji::runtime
