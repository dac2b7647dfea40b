// Reports the search results of the root.
#include "runtime/host/mcts/tree_search.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tesuji::runtime {

TreeSearchReport TreeSearch::report(Role role) const {
  TreeSearchReport report;
  report.simulations = simulations_;
  report.nodes = tree_.size();
  report.depth = depth_;
  const TreeNode& root = tree_.node(root_);
  if (root.kind != TreeNode::Kind::inner) return report;
  for (const TreeAction& action : tree_.actions(root_, role)) {
    MoveEstimate estimate{
        action.move,
        action.visits,
        action.visits == 0 ? unknown_value * 100 : action.total / action.visits * 100,
        {}};
    if (root.chooser == role && action.child != no_tree_node) {
      estimate.bounds = tree_.bounds(action.child, role);
    }
    report.moves.push_back(estimate);
  }
  int surely = 0;
  for (const MoveEstimate& move : report.moves) surely = std::max<int>(surely, move.bounds.low);
  // Without a tree, moves were tried equally often.
  const auto rank = [&](const MoveEstimate& move) {
    return std::tuple(options_.flat ? 0 : -static_cast<double>(move.visits), -move.value);
  };
  std::stable_sort(report.moves.begin(), report.moves.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  // The most visited of the moves that may be best, unless another one is proven to be better than
  // its mean.
  const auto may_be_best = [&](const MoveEstimate& move) {
    if (options_.flat) return true;
    return move.bounds.exact() ? move.bounds.low == surely : move.bounds.high > surely;
  };
  auto best = std::find_if(report.moves.begin(), report.moves.end(), may_be_best);
  if (best != report.moves.end() && !best->bounds.exact() && best->value < surely) {
    best = std::find_if(report.moves.begin(), report.moves.end(),
                        [&](const MoveEstimate& move) { return move.bounds.low == surely; });
  }
  if (best != report.moves.end()) std::rotate(report.moves.begin(), best, best + 1);
  report.proven = root.chooser == role && tree_.bounds(root_, role).exact();
  if (roles_ == 1) report.known_goal = report.proven ? surely : line_.goal;

  if (roles_ == 1 && !line_.joint.empty() && !report.proven) {
    // Prefers a game that is known to end so well to a move that is good on average.
    const auto known =
        std::find_if(report.moves.begin(), report.moves.end(),
                     [&](const MoveEstimate& move) { return move.move == line_.joint.front()[0]; });
    std::rotate(report.moves.begin(), known, known + 1);
    report.variation = line_.joint;
    return report;
  }
  for (TreeNodeId at = root_; at != no_tree_node && report.variation.size() <= depth_;) {
    if (!tree_.node(at).is_open) break;
    std::vector<std::uint32_t> places;
    for (Role each = 0; each < roles_; ++each) {
      const auto actions = tree_.actions(at, each);
      const auto most =
          at == root_ && each == role
              ? std::find_if(actions.begin(), actions.end(),
                             [&](const TreeAction& action) {
                               return action.move == report.moves.front().move;
                             })
              : std::max_element(actions.begin(), actions.end(),
                                 [](const auto& a, const auto& b) { return a.visits < b.visits; });
      places.push_back(static_cast<std::uint32_t>(most - actions.begin()));
    }
    report.variation.push_back(moves_of(at, places));
    at = tree_.child(at, places);
  }
  return report;
}

}  // namespace tesuji::runtime
