// The tree of Monte-Carlo tree search: visited states, with statistics of their moves.
//
// A state has one node, however it was reached (transpositions); so the tree is a graph, with
// cycles if the game's states can repeat. Memory is bounded: a full tree is collected, which
// forgets the least visited nodes.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/mcts/block_list.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

using TreeNodeId = std::uint32_t;
inline constexpr TreeNodeId no_tree_node = ~TreeNodeId{0};

/// Goals are from 0 to this.
inline constexpr int most_goal = 100;

/// Instead of a bit that a move adds to the state.
inline constexpr std::uint32_t adds_nothing = ~std::uint32_t{0};

/// Proven bounds of a role's value, in goals from 0 to 100.
struct ValueBounds {
  std::uint8_t low = 0;
  std::uint8_t high = 100;
  [[nodiscard]] bool exact() const { return low == high; }
  friend bool operator==(const ValueBounds&, const ValueBounds&) = default;
};

/// A legal move of one role, with what is estimated of it before it is tried.
struct LegalMove {
  Move move = 0;
  float prior = 0;         ///< estimated value to the role when its node was added, 0..1
  float prior_weight = 1;  ///< the number of visits that the prior counts as
};

/// The same in an open node, with statistics.
struct TreeAction : LegalMove {
  /// Proven of the next state's value to the role, if `child` is known. More may be proven by now:
  /// it is a copy, as looking into all next states would take longer than all else.
  ValueBounds bounds{};
  /// A bit that it adds to the state, as far as TreeSearchOptions::amaf needs it.
  std::uint32_t added = adds_nothing;
  double total = 0;           ///< sum of the role's values, 0..1
  std::uint64_t visits = 0;   ///< completed
  std::uint32_t pending = 0;  ///< visits by leaves that are being played (virtual loss)
  /// The next state, if no other role has a choice; else see TreeNode::edges.
  TreeNodeId child = no_tree_node;
};

struct TreeNode {
  std::uint64_t hash = 0;    ///< of its state
  std::uint64_t visits = 0;  ///< completed
  std::uint64_t pending = 0;
  /// Place of role 0's actions, or of its moves while the node is closed; those of the other roles
  /// follow.
  std::uint64_t actions = 0;
  enum class Kind : std::uint8_t {
    inner,
    terminal,  ///< its bounds are its goals, if each role has exactly one
    stuck,     ///< a role has no move: the value is unknown
  } kind = Kind::inner;
  bool is_open = false;    ///< it has actions; else it was neither a root nor descended through
  bool symmetric = false;  ///< its state has a symmetry: one move of each equivalence class is
                           ///< stored
  /// The only role with a choice; role 0 if none has one; no_chooser if several have one.
  std::uint16_t chooser = 0;
};

inline constexpr std::uint16_t no_chooser = 0xFFFF;

class Tree {
 public:
  /// `memory`: bytes that nodes may take in all; half of them are reserved for collection.
  Tree(std::size_t state_words, std::size_t roles, std::size_t memory);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::size_t bytes() const;
  /// Whether nodes must be forgotten before one can be added.
  [[nodiscard]] bool is_full() const { return bytes() > memory_ / 2; }
  void clear();

  [[nodiscard]] std::optional<TreeNodeId> find(StateView state) const;
  /// Adds a closed node for a state that has none. `legal`: by role; ignored for terminal states.
  TreeNodeId add(StateView state, const std::vector<std::vector<Move>>& legal, TreeNode::Kind kind);
  /// The role's moves in a closed inner node. Valid until nodes are forgotten.
  [[nodiscard]] std::span<LegalMove> moves(TreeNodeId id, Role role);
  /// Gives a closed inner node actions. Most nodes stay closed, since they are visited once. Throws
  /// std::bad_alloc; then nothing has changed.
  void open(TreeNodeId id);

  [[nodiscard]] TreeNode& node(TreeNodeId id) { return nodes_[id].front(); }
  [[nodiscard]] const TreeNode& node(TreeNodeId id) const { return nodes_[id].front(); }
  /// Valid until nodes are forgotten.
  [[nodiscard]] StateView state(TreeNodeId id) const { return states_[id].first(words_); }
  /// Of an open node, or a terminal one, which has none. Valid until nodes are forgotten.
  [[nodiscard]] std::span<TreeAction> actions(TreeNodeId id, Role role) {
    return actions_of(id, role);
  }
  [[nodiscard]] std::span<const TreeAction> actions(TreeNodeId id, Role role) const {
    return actions_of(id, role);
  }
  [[nodiscard]] ValueBounds& bounds(TreeNodeId id, Role role) { return bounds_[id][role]; }
  [[nodiscard]] ValueBounds bounds(TreeNodeId id, Role role) const { return bounds_[id][role]; }

  /// Returns the next state after one action of each role, given by their places; no_tree_node if
  /// it was not visited, or if several roles choose from more joint moves than 64 bits can number.
  [[nodiscard]] TreeNodeId child(TreeNodeId id, std::span<const std::uint32_t> joint) const;
  void set_child(TreeNodeId id, std::span<const std::uint32_t> joint, TreeNodeId child);

  /// Calls `each(child)` for all visited next states.
  template <typename Each>
  void each_child(TreeNodeId id, Each each) const {
    const TreeNode& at = node(id);
    if (!at.is_open) return;
    if (at.chooser == no_chooser) {
      for (const auto& [joint, child] : edges_of(id)) each(child);
      return;
    }
    for (const TreeAction& action : actions(id, at.chooser)) {
      if (action.child != no_tree_node) each(action.child);
    }
  }

  /// Returns the least number of visits, a power of two, such that the nodes with at least as many
  /// that can be reached from the root take about these bytes or less.
  [[nodiscard]] std::uint64_t least_visits(TreeNodeId root, std::size_t bytes) const;

  /// Forgets all nodes but the root and those reachable from it through nodes with at least this
  /// many visits. Renumbers the nodes; returns the root's number. None may be pending.
  TreeNodeId collect(TreeNodeId root, std::uint64_t least_visits);

 private:
  [[nodiscard]] std::span<TreeAction> actions_of(TreeNodeId id, Role role) const;
  using Edges = std::unordered_map<std::uint64_t, TreeNodeId>;

  /// Returns the nodes reachable from the root through nodes with at least this many visits, the
  /// root first.
  [[nodiscard]] std::vector<TreeNodeId> reachable(TreeNodeId root,
                                                  std::uint64_t least_visits) const;
  [[nodiscard]] const Edges& edges_of(TreeNodeId id) const;
  [[nodiscard]] std::optional<std::uint64_t> joint_number(
      TreeNodeId id, std::span<const std::uint32_t> joint) const;
  void index(TreeNodeId id);
  void grow_index();

  std::size_t words_;
  std::size_t roles_;
  std::size_t memory_;
  RecordList<TreeNode> nodes_;
  RecordList<std::uint64_t> states_;
  RecordList<std::uint32_t> ends_;  ///< by node and role: the end of its actions among the node's
  RecordList<ValueBounds> bounds_;
  RunList<TreeAction> actions_;
  RunList<LegalMove> closed_;                    ///< moves of closed nodes
  std::unordered_map<TreeNodeId, Edges> edges_;  ///< of nodes in which several roles choose
  std::size_t edge_count_ = 0;
  HugeVector<TreeNodeId> table_;  ///< by hash; no_tree_node if free; its size is a power of two
};

}  // namespace tesuji::runtime
