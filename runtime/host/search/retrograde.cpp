#include "runtime/host/search/retrograde.h"

#include <algorithm>
#include <limits>
#include <span>

namespace tesuji::runtime {

namespace {

constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t bytes_per_node = 48;
constexpr std::int32_t most = 100;  // of margins

class Backwards {
 public:
  Backwards(StateSpace& space, Node& root) : space_(space) {
    reach(root);
    link();
  }

  std::vector<std::pair<Node*, GameValue>> solve() {
    find_ends();
    for (std::int32_t margin = most; margin > 0; --margin) attract(0, margin);
    for (std::int32_t margin = -most; margin < 0; ++margin) attract(1, margin);
    count_plies();
    draw_out();
    end_early();
    for (Index node = 0; node < nodes_.size(); ++node) {
      GameValue& value = nodes_[node].second;
      if (value.plies == unknown) value = {0, 0, true};
    }
    return std::move(nodes_);
  }

 private:
  using Index = std::uint32_t;  ///< into nodes_

  GameValue& value(Index node) { return nodes_[node].second; }
  Role mover(Index node) const { return StateSpace::mover(*nodes_[node].first); }
  std::span<const Index> before(Index node) const {
    return {predecessors_.data() + first_[node], predecessors_.data() + first_[node + 1]};
  }

  template <typename Each>
  void each_successor(Index node, Each each) {
    Node& from = *nodes_[node].first;
    for (std::uint32_t edge = 0; edge < from.edge_count; ++edge)
      each(index_[space_.successor(from, edge)->number]);
  }

  void require_budget(std::size_t edges) const {
    const std::size_t more = nodes_.size() * bytes_per_node + edges * sizeof(Index);
    if (space_.used() + more > space_.options().budget || edges >= unknown) space_.fail_budget();
  }

  /// Breadth first: nodes_ is the queue.
  void reach(Node& root) {
    const auto add = [&](Node* node) {
      if (node->number >= index_.size()) index_.resize(2 * std::size_t{node->number} + 64, unknown);
      if (index_[node->number] != unknown) return;
      index_[node->number] = static_cast<Index>(nodes_.size());
      nodes_.push_back({node, {0, unknown, false}});
    };
    add(&root);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (i % 4096 == 0) require_budget(edges_);
      Node& node = *nodes_[i].first;
      space_.expand(node);
      edges_ += node.edge_count;
      for (std::uint32_t edge = 0; edge < node.edge_count; ++edge)
        add(space_.successor(node, edge));
    }
    require_budget(edges_);
  }

  /// Predecessors, those of a node side by side; one with two moves to it twice.
  void link() {
    first_.assign(nodes_.size() + 1, 0);
    predecessors_.resize(edges_);
    for (Index node = 0; node < nodes_.size(); ++node)
      each_successor(node, [&](Index next) { ++first_[next]; });
    Index sum = 0;
    for (Index& first : first_) first = sum += first;
    for (Index node = 0; node < nodes_.size(); ++node)
      each_successor(node, [&](Index next) { predecessors_[--first_[next]] = node; });
  }

  void find_ends() {
    left_.resize(nodes_.size());
    joined_.assign(nodes_.size(), false);
    ends_.resize(2 * most + 1);
    for (Index node = 0; node < nodes_.size(); ++node) {
      left_[node] = nodes_[node].first->edge_count;
      if (left_[node] > 0) continue;
      value(node) = final_value(space_, *nodes_[node].first);
      ends_[value(node).margin + most].push_back(node);
    }
  }

  /// What `role` can force to end with `margin`, and not with a better one.
  void attract(Role role, std::int32_t margin) {
    std::vector<Index>& joining = ends_[margin + most];
    for (std::size_t i = 0; i < joining.size(); ++i) {
      const Index node = joining[i];
      joined_[node] = true;
      value(node).margin = margin;
      for (const Index previous : before(node)) {
        if (joined_[previous]) continue;
        if (mover(previous) != role && --left_[previous] > 0) continue;
        joined_[previous] = true;
        joining.push_back(previous);
      }
    }
    joining = {};
  }

  /// left_ becomes the number of moves that keep the margin.
  void count_keeping() {
    std::fill(left_.begin(), left_.end(), 0);
    for (Index node = 0; node < nodes_.size(); ++node)
      for (const Index previous : before(node))
        if (value(previous).margin == value(node).margin) ++left_[previous];
  }

  void count_plies() {
    count_keeping();
    std::vector<Index> queue;  // in the order of plies
    for (Index node = 0; node < nodes_.size(); ++node)
      if (value(node).margin != 0 && value(node).plies == 0) queue.push_back(node);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const GameValue reached = value(queue[i]);
      for (const Index previous : before(queue[i])) {
        GameValue& known = value(previous);
        if (known.margin != reached.margin || known.plies != unknown) continue;
        if (known.margin_for(mover(previous)) < 0 && --left_[previous] > 0) continue;
        known.plies = reached.plies + 1;
        queue.push_back(previous);
      }
    }
  }

  /// Draws that end whatever is played, as long as they are kept.
  void draw_out() {
    std::vector<Index> queue;
    for (Index node = 0; node < nodes_.size(); ++node)
      if (value(node).margin == 0 && value(node).plies == 0) queue.push_back(node);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Index previous : before(queue[i])) {
        if (value(previous).margin != 0 || --left_[previous] > 0) continue;
        // The queue is not in the order of plies, so the last successor need not have the most.
        std::uint32_t plies = 0;
        each_successor(previous, [&](Index next) {
          if (value(next).margin == 0) plies = std::max(plies, value(next).plies + 1);
        });
        value(previous).plies = plies;
        queue.push_back(previous);
      }
    }
  }

  /// Draws that can be ended, or go on for ever. Buckets by plies, since those that are known lie
  /// anywhere.
  void end_early() {
    std::vector<std::vector<Index>> known;
    const auto add = [&](Index node) {
      const std::uint32_t plies = value(node).plies;
      if (plies >= known.size()) known.resize(plies + 1);
      known[plies].push_back(node);
    };
    for (Index node = 0; node < nodes_.size(); ++node)
      if (value(node).margin == 0 && value(node).plies != unknown) add(node);
    for (std::uint32_t plies = 0; plies < known.size(); ++plies) {
      const std::vector<Index> now = std::move(known[plies]);
      for (const Index node : now) {
        for (const Index previous : before(node)) {
          if (value(previous).margin != 0 || value(previous).plies != unknown) continue;
          value(previous).plies = plies + 1;
          add(previous);
        }
      }
    }
  }

  StateSpace& space_;
  std::vector<std::pair<Node*, GameValue>> nodes_;
  std::vector<Index> index_;  ///< by node number; unknown: not reached
  std::size_t edges_ = 0;
  std::vector<Index> first_;  ///< of a node's predecessors
  std::vector<Index> predecessors_;
  std::vector<std::uint32_t> left_;  ///< successors that are still to join
  std::vector<bool> joined_;
  std::vector<std::vector<Index>> ends_;  ///< by margin + most
};

}  // namespace

std::vector<std::pair<Node*, GameValue>> solve_backwards(StateSpace& space, Node& root) {
  return Backwards(space, root).solve();
}

}  // namespace tesuji::runtime
