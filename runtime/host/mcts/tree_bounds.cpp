#include "runtime/host/mcts/tree_bounds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tesuji::runtime {
void TreeBounds::set_goals(TreeNodeId id, std::span<const int> goals) {
  for (Role role = 0; role < roles_; ++role) {
    if (goals[role] < 0) continue;
    const auto goal = static_cast<std::uint8_t>(goals[role]);
    tree_.bounds(id, role) = {goal, goal};
  }
  check_sum(goals);
}

void TreeBounds::check_sum(std::span<const int> goals) {
  if (roles_ != 2 || chance_) return;
  const int sum = goals[0] < 0 || goals[1] < 0 ? -1 : goals[0] + goals[1];
  if (!goal_sum_) {
    goal_sum_ = sum;
    constant_sum_ = sum >= 0;
  } else if (constant_sum_ && sum != *goal_sum_) {
    constant_sum_ = false;
    for (TreeNodeId id = 0; id < tree_.size(); ++id) {
      if (tree_.node(id).kind == TreeNode::Kind::terminal) continue;
      for (Role role = 0; role < roles_; ++role) tree_.bounds(id, role) = {};
    }
    for (TreeNodeId id = 0; id < tree_.size(); ++id) refresh_all(id);
  }
}

bool TreeBounds::refresh(TreeNodeId id, std::uint32_t place) {
  const Role chooser = tree_.node(id).chooser;
  TreeAction& action = tree_.actions(id, chooser)[place];
  if (action.child == no_tree_node) return false;
  const ValueBounds known = tree_.bounds(action.child, chooser);
  if (action.bounds == known) return false;
  action.bounds = known;
  return true;
}

void TreeBounds::refresh_all(TreeNodeId id) {
  const TreeNode& node = tree_.node(id);
  if (!node.is_open || node.chooser == no_chooser) return;
  const std::size_t count = tree_.actions(id, node.chooser).size();
  for (std::uint32_t place = 0; place < count; ++place) refresh(id, place);
}

bool TreeBounds::is_exact(TreeNodeId id) const {
  if (!beyond_ends_ && tree_.node(id).kind != TreeNode::Kind::terminal) return false;
  for (Role role = 0; role < roles_; ++role) {
    if (role != chance_ && !tree_.bounds(id, role).exact()) return false;
  }
  return true;
}

/// Returns the number of joint moves, saturating.
std::uint64_t TreeBounds::joint_moves(TreeNodeId id) const {
  std::uint64_t all = 1;
  for (Role role = 0; role < roles_; ++role) {
    if (__builtin_mul_overflow(all, tree_.actions(id, role).size(), &all)) return ~std::uint64_t{0};
  }
  return all;
}

bool TreeBounds::tighten(TreeNodeId id) {
  const TreeNode& node = tree_.node(id);
  if (!beyond_ends_ || node.kind != TreeNode::Kind::inner) return false;
  std::vector<ValueBounds> least(roles_, {most_goal, most_goal});
  std::vector<ValueBounds> most(roles_, {0, 0});
  const auto take = [&](Role role, ValueBounds bounds) {
    least[role].low = std::min(least[role].low, bounds.low);
    most[role].low = std::max(most[role].low, bounds.low);
    most[role].high = std::max(most[role].high, bounds.high);
  };
  std::uint64_t met = 0;
  tree_.each_child(id, [&](TreeNodeId child) {
    ++met;
    for (Role role = 0; role < roles_; ++role) take(role, tree_.bounds(child, role));
  });
  refresh_all(id);
  if (met < joint_moves(id)) {
    for (Role role = 0; role < roles_; ++role) take(role, {});
  }
  bool changed = false;
  const auto set = [&](Role role, int low, int high) {
    ValueBounds& bounds = tree_.bounds(id, role);
    const ValueBounds old = bounds;
    bounds.low = static_cast<std::uint8_t>(std::max<int>(bounds.low, low));
    bounds.high = static_cast<std::uint8_t>(std::min<int>(bounds.high, high));
    changed |= !(old == bounds);
  };
  const bool chosen = chooses(node);
  for (Role role = 0; role < roles_; ++role) {
    set(role, chosen && role == node.chooser ? most[role].low : least[role].low, most[role].high);
  }
  if (chosen && constant_sum_) {
    const ValueBounds own = tree_.bounds(id, node.chooser);
    set(1 - Role{node.chooser}, std::clamp(*goal_sum_ - own.high, 0, most_goal),
        std::clamp(*goal_sum_ - own.low, 0, most_goal));
  }
  return changed;
}

void TreeBounds::give_up_unattained(TreeNodeId id) {
  const TreeNode& node = tree_.node(id);
  if (node.kind != TreeNode::Kind::inner || node.chooser == no_chooser) return;
  const ValueBounds value = tree_.bounds(id, node.chooser);
  if (!value.exact()) return;
  bool attained = false;
  tree_.each_child(id, [&](TreeNodeId child) {
    attained = attained || tree_.bounds(child, node.chooser) == value;
  });
  if (attained) return;
  for (Role role = 0; role < roles_; ++role) tree_.bounds(id, role) = {};
}

}  // namespace tesuji::runtime
