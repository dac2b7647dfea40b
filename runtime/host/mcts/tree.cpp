#include "runtime/host/mcts/tree.h"

#include "runtime/host/playouts/state_hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace tesuji::runtime {
namespace {

constexpr std::size_t first_table_size = 1024;
/// Approximate bytes of a hash map entry.
constexpr std::size_t edge_bytes = 48;

/// Returns the elements of a block of a list, for a tree of this many bytes: small enough that
/// partly filled blocks do not matter, and large enough for huge pages if possible.
template <typename T>
std::size_t block_elements(std::size_t memory) {
  constexpr std::size_t parts = 64;
  constexpr std::size_t most = 2 * least_huge_bytes;
  constexpr std::size_t least = 64;
  return std::max(least, std::min(memory / parts, most) / sizeof(T));
}

}  // namespace

Tree::Tree(std::size_t state_words, std::size_t roles, std::size_t memory)
    : words_(state_words),
      roles_(roles),
      memory_(memory),
      nodes_(1, block_elements<TreeNode>(memory)),
      states_(std::max<std::size_t>(1, state_words), block_elements<std::uint64_t>(memory)),
      ends_(roles, block_elements<std::uint32_t>(memory)),
      bounds_(roles, block_elements<ValueBounds>(memory)),
      actions_(block_elements<TreeAction>(memory)),
      closed_(block_elements<LegalMove>(memory)),
      table_(first_table_size, no_tree_node) {}

std::size_t Tree::bytes() const {
  return nodes_.bytes() + states_.bytes() + ends_.bytes() + bounds_.bytes() + actions_.bytes() +
         closed_.bytes() + table_.capacity() * sizeof(TreeNodeId) +
         (edge_count_ + edges_.size()) * edge_bytes;
}

void Tree::clear() {
  *this = Tree(words_, roles_, memory_);
}

std::optional<TreeNodeId> Tree::find(StateView state) const {
  const std::uint64_t hash = state_hash(state);
  for (std::size_t at = hash & (table_.size() - 1);; at = (at + 1) & (table_.size() - 1)) {
    const TreeNodeId id = table_[at];
    if (id == no_tree_node) return std::nullopt;
    if (node(id).hash != hash) continue;
    const StateView known = this->state(id);
    if (std::equal(known.begin(), known.end(), state.begin())) return id;
  }
}

void Tree::index(TreeNodeId id) {
  std::size_t at = node(id).hash & (table_.size() - 1);
  while (table_[at] != no_tree_node) at = (at + 1) & (table_.size() - 1);
  table_[at] = id;
}

void Tree::grow_index() {
  table_.assign(table_.size() * 2, no_tree_node);
  for (TreeNodeId id = 0; id < nodes_.size(); ++id) index(id);
}

TreeNodeId Tree::add(StateView state, const std::vector<std::vector<Move>>& legal,
                     TreeNode::Kind kind) {
  // Reserves all memory before anything is added: if that fails, the tree is unchanged.
  const std::size_t count = std::accumulate(
      legal.begin(), legal.end(), std::size_t{0},
      [](std::size_t sum, const std::vector<Move>& moves) { return sum + moves.size(); });
  const bool inner = kind == TreeNode::Kind::inner;
  nodes_.reserve();
  ends_.reserve();
  states_.reserve();
  bounds_.reserve();
  if ((nodes_.size() + 1) * 2 > table_.size()) grow_index();
  const std::uint64_t moves = closed_.add(inner ? count : 0);

  const auto id = static_cast<TreeNodeId>(nodes_.size());
  TreeNode& node = nodes_.add().front();
  node.hash = state_hash(state);
  node.kind = kind;
  const std::span<std::uint32_t> ends = ends_.add();
  const std::span<std::uint64_t> words = states_.add();
  std::copy(state.begin(), state.end(), words.begin());
  bounds_.add();
  std::size_t choosers = 0;
  std::size_t end = 0;
  for (Role role = 0; role < roles_; ++role) {
    if (inner) {
      end += legal[role].size();
      if (legal[role].size() > 1) {
        ++choosers;
        node.chooser = static_cast<std::uint16_t>(role);
      }
    }
    ends[role] = static_cast<std::uint32_t>(end);
  }
  if (choosers > 1) node.chooser = no_chooser;
  node.actions = moves;
  if (inner) {
    LegalMove* place = closed_.at(moves);
    for (const std::vector<Move>& own : legal) {
      for (const Move move : own) (place++)->move = move;
    }
  }
  index(id);
  return id;
}

std::span<LegalMove> Tree::moves(TreeNodeId id, Role role) {
  const std::span<const std::uint32_t> ends = ends_[id];
  const std::uint32_t begin = role == 0 ? 0 : ends[role - 1];
  return {closed_.at(node(id).actions) + begin, ends[role] - begin};
}

void Tree::open(TreeNodeId id) {
  TreeNode& node = this->node(id);
  const std::size_t count = ends_[id].back();
  const std::uint64_t place = actions_.add(count);
  const LegalMove* const moves = closed_.at(node.actions);
  TreeAction* const actions = actions_.at(place);
  for (std::size_t i = 0; i < count; ++i) static_cast<LegalMove&>(actions[i]) = moves[i];
  node.actions = place;
  node.is_open = true;
}

std::span<TreeAction> Tree::actions_of(TreeNodeId id, Role role) const {
  if (!node(id).is_open) return {};
  const std::span<const std::uint32_t> ends = ends_[id];
  const std::uint32_t begin = role == 0 ? 0 : ends[role - 1];
  return {actions_.at(node(id).actions) + begin, ends[role] - begin};
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
  const std::uint16_t chooser = node(id).chooser;
  if (chooser != no_chooser) return actions(id, chooser)[joint[chooser]].child;
  const std::optional<std::uint64_t> number = joint_number(id, joint);
  if (!number) return no_tree_node;
  const Edges& edges = edges_of(id);
  const auto found = edges.find(*number);
  return found == edges.end() ? no_tree_node : found->second;
}

void Tree::set_child(TreeNodeId id, std::span<const std::uint32_t> joint, TreeNodeId child) {
  const std::uint16_t chooser = node(id).chooser;
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
      if (marked[child] || node(child).visits < least_visits) return;
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
    const std::size_t actions = ends_[id].back();
    of_visits[std::bit_width(node(id).visits | 1) - 1U] +=
        sizeof(TreeNode) + words_ * sizeof(std::uint64_t) +
        actions * (node(id).is_open ? sizeof(TreeAction) : sizeof(LegalMove)) +
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
    TreeNode& node = rest.nodes_.add().front();
    node = this->node(id);
    std::copy_n(ends_[id].begin(), roles_, rest.ends_.add().begin());
    std::copy_n(bounds_[id].begin(), roles_, rest.bounds_.add().begin());
    const StateView own = state(id);
    std::copy(own.begin(), own.end(), rest.states_.add().begin());
    const std::size_t count = ends_[id].back();
    if (!node.is_open) {
      node.actions = rest.closed_.add(count);
      std::copy_n(closed_.at(this->node(id).actions), count, rest.closed_.at(node.actions));
      rest.index(renamed[id]);
      continue;
    }
    node.actions = rest.actions_.add(count);
    const TreeAction* from = actions_.at(this->node(id).actions);
    std::transform(from, from + count, rest.actions_.at(node.actions), [&](TreeAction action) {
      if (action.child != no_tree_node) action.child = renamed[action.child];
      if (action.child == no_tree_node) action.bounds = {};
      return action;
    });
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
