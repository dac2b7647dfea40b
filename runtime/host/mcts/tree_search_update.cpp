// Updates the tree with results. Updates counts and bounds along the way of a leaf, new nodes and
// histories of moves, and forgets nodes.
#include "runtime/host/mcts/tree_search.h"
#include "runtime/host/memory/return_memory.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tesuji::runtime {
namespace {

/// Histories with fewer visits are ignored.
constexpr double least_history = 4;
/// Bytes that a collected tree keeps at most.
constexpr std::size_t most_kept_bytes = std::size_t{128} << 20U;

}  // namespace

void TreeSearch::count(const Leaf& leaf, std::uint32_t playouts, std::vector<float> values) {
  for (std::size_t step = leaf.steps.size(); step-- > 0;) {
    const TreeNodeId id = leaf.steps[step];
    const auto places = places_of(leaf, step);
    TreeNode& node = tree_.node(id);
    node.visits += playouts;
    node.pending -= std::min<std::uint64_t>(node.pending, leaf.weight);
    for (Role role = 0; role < roles_; ++role) {
      TreeAction& action = tree_.actions(id, role)[places[role]];
      action.pending -= std::min(action.pending, leaf.weight);
      if (playouts == 0) continue;
      const double sum = static_cast<double>(values[role]) * playouts;
      action.visits += playouts;
      action.total += sum;
      if (options_.history && tree_.actions(id, role).size() > 1) {
        MoveHistory& past = history_[role][action.move];
        past.total += sum;
        past.visits += playouts;
        if (options_.sequences && step > 0) {
          const std::uint64_t before = key_of(leaf.steps[step - 1], places_of(leaf, step - 1));
          sequences_.count(before, role, action.move, values[role], playouts);
        }
      }
      // A move that was tried but would not be chosen does not lower the values of earlier moves.
      if (options_.bounds) {
        const ValueBounds bounds = tree_.bounds(id, role);
        values[role] = std::clamp(values[role], static_cast<float>(bounds.low) / most_goal,
                                  static_cast<float>(bounds.high) / most_goal);
      }
    }
  }
  if (leaf.node != no_tree_node) tree_.node(leaf.node).visits += playouts;
}

TreeNodeId TreeSearch::add(StateView state, const std::vector<std::vector<Move>>& legal,
                           TreeNode::Kind kind, const std::vector<std::vector<float>>& guesses,
                           std::span<const Move> last) {
  const TreeNodeId id = tree_.add(state, legal, kind);
  if (kind != TreeNode::Kind::inner) return id;
  for (Role role = 0; role < roles_; ++role) {
    const std::span<LegalMove> moves = tree_.moves(id, role);
    for (std::size_t place = 0; place < moves.size(); ++place) {
      LegalMove& move = moves[place];
      move.prior = unknown_value;
      move.prior_weight = static_cast<float>(options_.history_weight);
      if (!guesses.empty() && !std::isnan(guesses[role][place])) {
        move.prior = guesses[role][place];
        move.prior_weight = static_cast<float>(options_.prior_weight);
        continue;
      }
      if (options_.history && moves.size() > 1) move.prior = prior_of(role, move.move, last);
    }
  }
  return id;
}

/// Returns the mean of the move's values everywhere and after this joint move, using those that are
/// known.
float TreeSearch::prior_of(Role role, Move move, std::span<const Move> last) const {
  double sum = 0;
  int known = 0;
  const auto past = history_[role].find(move);
  if (past != history_[role].end() && past->second.visits >= least_history) {
    sum += past->second.total / past->second.visits;
    ++known;
  }
  if (options_.sequences && !last.empty()) {
    JointKey before;
    for (const Move each : last) before.add(each);
    if (const auto mean = sequences_.mean(before.value(), role, move, least_history)) {
      sum += *mean;
      ++known;
    }
  }
  return known == 0 ? unknown_value : static_cast<float>(sum / known);
}

void TreeSearch::tighten(const Leaf& leaf) {
  for (auto step = leaf.steps.rbegin(); step != leaf.steps.rend(); ++step) {
    if (!bounds_.tighten(*step) && !leaf.outdated) return;
  }
}

std::vector<Move> TreeSearch::moves_of(TreeNodeId node,
                                       std::span<const std::uint32_t> places) const {
  std::vector<Move> moves;
  for (Role role = 0; role < roles_; ++role) {
    moves.push_back(tree_.actions(node, role)[places[role]].move);
  }
  return moves;
}

std::vector<Move> TreeSearch::last_moves(const Leaf& leaf) const {
  return moves_of(leaf.steps.back(), places_of(leaf, leaf.steps.size() - 1));
}

std::uint64_t TreeSearch::key_of(TreeNodeId node, std::span<const std::uint32_t> places) const {
  JointKey key;
  for (Role role = 0; role < roles_; ++role) key.add(tree_.actions(node, role)[places[role]].move);
  return key.value();
}

void TreeSearch::note_line(const Leaf& leaf, Line line) {
  std::vector<std::vector<Move>> joint;
  for (std::size_t step = 0; step < leaf.steps.size(); ++step) {
    joint.push_back(moves_of(leaf.steps[step], places_of(leaf, step)));
  }
  joint.insert(joint.end(), line.joint.begin(), line.joint.end());
  line_ = {line.goal, std::move(joint)};
}

void TreeSearch::collect() {
  // Keeps no more than can be copied within a fraction of the time of a move.
  std::uint64_t least = std::max<std::uint64_t>(
      2, tree_.least_visits(root_, std::min(options_.memory / 8, most_kept_bytes)));
  for (; tree_.size() > 1; least *= 2) {
    if (amaf_) amaf_->clear();
    root_ = tree_.collect(root_, least);
    if (tree_.bytes() < options_.memory / 4) break;
  }
  return_free_memory();
  bounds_.give_up_unattained(root_);
}

bool TreeSearch::is_decided(Role role) const {
  const TreeNode& root = tree_.node(root_);
  if (root.kind != TreeNode::Kind::inner) return true;
  if (roles_ == 1 && line_.goal == most_goal) return true;
  return tree_.actions(root_, role).size() == 1 ||
         (root.chooser == role && options_.bounds && tree_.bounds(root_, role).exact());
}

std::vector<TreeSearch::MoveMean> TreeSearch::move_means(Role role) const {
  std::vector<MoveMean> means;
  for (const auto& [move, past] : history_[role]) {
    means.push_back({move, past.total / past.visits, past.visits});
  }
  std::sort(means.begin(), means.end(),
            [](const MoveMean& a, const MoveMean& b) { return a.move < b.move; });
  return means;
}

}  // namespace tesuji::runtime
