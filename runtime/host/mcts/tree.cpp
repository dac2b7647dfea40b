#include "runtime/host/mcts/tree.h"

#include "runtime/host/playouts/state_hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace tesuji::runtime {
namespace {

constexpr std::size_t first_table_size = 1024;
/// What an entry of a hash map takes, about.
constexpr std::size_t edge_bytes = 48;

}  // namespace

Tree::Tree(std::size_t state_words, std::size_t roles, std::size_t memory)
    : words_(state_words), roles_(roles), memory_(memory), table_(first_table_size, no_tree_node) {}

std::size_t Tree::bytes() const {
  const auto held = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return held(nodes_) + held(states_) + held(ends_) + held(bounds_) + held(actions_) +
         held(table_) + (edge_count_ + edges_.size()) * edge_bytes;
}

void Tree::clear() {
  *this = Tree(words_, roles_, memory_);
}

std::optional<TreeNodeId> Tree::find(StateView state) const {
  const std::uint64_t hash = state_hash(state);
  for (std::size_t at = hash & (table_.size() - 1);; at = (at + 1) & (table_.size() - 1)) {
    const TreeNodeId id = table_[at];
    if (id == no_tree_node) return std::nullopt;
    if (nodes_[id].hash != hash) continue;
    const StateView known = this->state(id);
    if (std::equal(known.begin(), known.end(), state.begin())) return id;
  }
}

void Tree::index(TreeNodeId id) {
  std::size_t at = nodes_[id].hash & (table_.size() - 1);
  while (table_[at] != no_tree_node) at = (at + 1) & (table_.size() - 1);
  table_[at] = id;
}

void Tree::grow_index() {
  table_.assign(table_.size() * 2, no_tree_node);
  for (TreeNodeId id = 0; id < nodes_.size(); ++id) index(id);
}

TreeNodeId Tree::add(StateView state, const std::vector<std::vector<Move>>& legal,
                     TreeNode::Kind kind) {
  const auto id = static_cast<TreeNodeId>(nodes_.size());
  TreeNode node;
  node.hash = state_hash(state);
  node.kind = kind;
  node.first_action = static_cast<std::uint32_t>(actions_.size());
  std::size_t choosers = 0;
  for (Role role = 0; role < roles_; ++role) {
    if (kind == TreeNode::Kind::inner) {
      for (const Move move : legal[role]) actions_.push_back({.move = move});
      if (legal[role].size() > 1) {
        ++choosers;
        node.chooser = static_cast<std::uint16_t>(role);
      }
    }
    ends_.push_back(static_cast<std::uint32_t>(actions_.size()));
  }
  if (choosers > 1) node.chooser = no_chooser;
  nodes_.push_back(node);
  states_.insert(states_.end(), state.begin(), state.end());
  bounds_.resize(bounds_.size() + roles_);
  if (nodes_.size() * 2 > table_.size()) {
    grow_index();
  } else {
    index(id);
  }
  return id;
}

std::span<const TreeAction> Tree::actions(TreeNodeId id, Role role) const {
  const std::uint32_t begin =
      role == 0 ? nodes_[id].first_action : ends_[std::size_t{id} * roles_ + role - 1];
  const std::uint32_t end = ends_[std::size_t{id} * roles_ + role];
  return std::span(actions_).subspan(begin, end - begin);
}

std::span<TreeAction> Tree::actions(TreeNodeId id, Role role) {
  const std::span<const TreeAction> all = std::as_const(*this).actions(id, role);
  return {actions_.data() + (all.data() - actions_.data()), all.size()};
}

const Tree::Edges& Tree::edges_of(TreeNodeId id) const {
  static const Edges none;
  const auto found = edges_.find(id);
  return found == edges_.end() ? none : found->second;
}

std::optional<std::uint64_t> Tree::joint_number(TreeNodeId id,
                                                std::span<const std::uint32_t> joint) const {
  std::uint64_t number = 0;
  for (Role role = 0; role < roles_; ++role) {
    if (__builtin_mul_overflow(number, actions(id, role).size(), &number) ||
        __builtin_add_overflow(number, std::uint64_t{joint[role]}, &number)) {
      return std::nullopt;
    }
  }
  return number;
}

TreeNodeId Tree::child(TreeNodeId id, std::span<const std::uint32_t> joint) const {
  const std::uint16_t chooser = nodes_[id].chooser;
  if (chooser != no_chooser) return actions(id, chooser)[joint[chooser]].child;
  const std::optional<std::uint64_t> number = joint_number(id, joint);
  if (!number) return no_tree_node;
  const Edges& edges = edges_of(id);
  const auto found = edges.find(*number);
  return found == edges.end() ? no_tree_node : found->second;
}

void Tree::set_child(TreeNodeId id, std::span<const std::uint32_t> joint, TreeNodeId child) {
  const std::uint16_t chooser = nodes_[id].chooser;
  if (chooser != no_chooser) {
    actions(id, chooser)[joint[chooser]].child = child;
    return;
  }
  const std::optional<std::uint64_t> number = joint_number(id, joint);
  if (number && edges_[id].insert_or_assign(*number, child).second) ++edge_count_;
}

std::vector<TreeNodeId> Tree::reachable(TreeNodeId root, std::uint64_t least_visits) const {
  std::vector<bool> marked(nodes_.size());
  std::vector<TreeNodeId> found{root};
  marked[root] = true;
  for (std::size_t next = 0; next < found.size(); ++next) {
    each_child(found[next], [&](TreeNodeId child) {
      if (marked[child] || nodes_[child].visits < least_visits) return;
      marked[child] = true;
      found.push_back(child);
    });
  }
  return found;
}

std::uint64_t Tree::least_visits(TreeNodeId root, std::size_t bytes) const {
  constexpr unsigned powers = 64;
  std::array<std::size_t, powers> of_visits{};  // bytes of nodes, by the logarithm of their visits
  for (const TreeNodeId id : reachable(root, 1)) {
    const std::uint32_t end = ends_[std::size_t{id} * roles_ + roles_ - 1];
    const std::size_t actions = end - nodes_[id].first_action;
    of_visits[std::bit_width(nodes_[id].visits | 1) - 1U] +=
        sizeof(TreeNode) + words_ * sizeof(std::uint64_t) + actions * sizeof(TreeAction) +
        roles_ * (sizeof(std::uint32_t) + sizeof(ValueBounds)) + 2 * sizeof(TreeNodeId) +
        edges_of(id).size() * edge_bytes;
  }
  std::size_t kept = 0;
  for (unsigned power = powers; power-- > 0;) {
    kept += of_visits[power];
    if (kept > bytes) return std::uint64_t{2} << power;
  }
  return 1;
}

TreeNodeId Tree::collect(TreeNodeId root, std::uint64_t least_visits) {
  std::vector<TreeNodeId> kept = reachable(root, least_visits);
  std::sort(kept.begin(), kept.end());
  std::vector<TreeNodeId> renamed(nodes_.size(), no_tree_node);
  for (std::size_t i = 0; i < kept.size(); ++i) renamed[kept[i]] = static_cast<TreeNodeId>(i);

  Tree rest(words_, roles_, memory_);
  while (rest.table_.size() < kept.size() * 2) rest.table_.resize(rest.table_.size() * 2);
  std::fill(rest.table_.begin(), rest.table_.end(), no_tree_node);
  for (const TreeNodeId id : kept) {
    TreeNode node = nodes_[id];
    const std::uint32_t begin = node.first_action;
    node.first_action = static_cast<std::uint32_t>(rest.actions_.size());
    for (Role role = 0; role < roles_; ++role) {
      rest.ends_.push_back(ends_[std::size_t{id} * roles_ + role] - begin + node.first_action);
      for (TreeAction action : actions(id, role)) {
        if (action.child != no_tree_node) action.child = renamed[action.child];
        rest.actions_.push_back(action);
      }
      rest.bounds_.push_back(bounds(id, role));
    }
    const StateView own = state(id);
    rest.states_.insert(rest.states_.end(), own.begin(), own.end());
    rest.nodes_.push_back(node);
    rest.index(renamed[id]);
    if (node.chooser != no_chooser) continue;
    for (const auto& [joint, child] : edges_of(id)) {
      if (renamed[child] == no_tree_node) continue;
      rest.edges_[renamed[id]].emplace(joint, renamed[child]);
      ++rest.edge_count_;
    }
  }
  *this = std::move(rest);
  return renamed[root];
}

}  // namespace tesuji::runtime
