// Computes proven bounds of each role's goal for the states of a tree, from its ends upwards.
//
// Source: Cazenave and Saffidine, Score Bounded Monte-Carlo Tree Search (2010); here for any number
// of roles.
#pragma once

#include "runtime/host/mcts/tree.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tesuji::runtime {

/// Bounds are in goals, 0 to 100, and are kept in the tree. Not thread-safe.
///
/// If all ends so far gave two roles the same sum, a goal that is sure for one is out of reach for
/// the other; an end with another sum retracts all bounds derived from that.
class TreeBounds {
 public:
  /// `tree` must outlive it. `chance`: the role that moves at random. Without `beyond_ends` only
  /// ends have bounds.
  TreeBounds(Tree& tree, std::size_t roles, std::optional<Role> chance, bool beyond_ends)
      : tree_(tree), roles_(roles), chance_(chance), beyond_ends_(beyond_ends) {}

  /// Sets the goals of a terminal state, by role; -1: the role has not exactly one goal.
  void set_goals(TreeNodeId id, std::span<const int> goals);

  /// Whether the value to every role but chance is known.
  [[nodiscard]] bool is_exact(TreeNodeId id) const;

  /// Applies the bounds of next states; returns whether they prove more than before.
  bool tighten(TreeNodeId id);

  /// Copies what is proven of a next state to the action that leads there, in a node with one
  /// chooser; returns whether it is news.
  bool refresh(TreeNodeId id, std::uint32_t place);

  /// Drops a value that no next state attains, because the tree has forgotten the one that did.
  void give_up_unattained(TreeNodeId id);

 private:
  void refresh_all(TreeNodeId id);
  void check_sum(std::span<const int> goals);
  [[nodiscard]] bool chooses(const TreeNode& node) const {
    return node.chooser != no_chooser && chance_ != Role{node.chooser};
  }
  [[nodiscard]] std::uint64_t joint_moves(TreeNodeId id) const;

  Tree& tree_;
  std::size_t roles_;
  std::optional<Role> chance_;
  bool beyond_ends_;
  std::optional<int> goal_sum_;  ///< of the first end; -1: a role had no goal
  bool constant_sum_ = false;
};

}  // namespace tesuji::runtime
