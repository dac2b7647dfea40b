#include "learner/migo/proved_credit.h"

#include <algorithm>

namespace tesuji::learner {

using runtime::Node;
using runtime::StateSpace;

void ProvedCredit::play_by(const LearnedProgram& program) {
  levels_.clear();
  for (const LearnedPredicate* predicate : program.playing()) {
    if (predicate->goal != Goal::win) continue;
    levels_.resize(std::max<std::size_t>(levels_.size(), predicate->level));
    levels_[predicate->level - 1] = predicate->definition;
  }
  failed_.clear();
}

/// Returns the level of a win, at most `depth`, that a move to this board keeps for the role that
/// makes it.
std::optional<std::uint32_t> ProvedCredit::keeps_win(Node& to, std::uint32_t depth) {
  StateSpace& space = properties_.space();
  if (depth == 0) return std::nullopt;
  if (space.won(to)) return 1;
  space.expand(to);
  if (to.edge_count == 0) return std::nullopt;
  std::uint32_t longest = 0;
  for (std::uint32_t edge = 0; edge < to.edge_count; ++edge) {
    const auto level = wins(*space.successor(to, edge), depth - 1);
    if (!level) return std::nullopt;
    longest = std::max(longest, *level);
  }
  return longest + 1;
}

std::optional<std::uint32_t> ProvedCredit::wins(Node& node, std::uint32_t depth) {
  if (const auto known = won_.find(node.number); known != won_.end() && known->second <= depth) {
    return known->second;
  }
  depth = std::min(depth, deepest());
  if (depth == 0) return std::nullopt;
  if (const auto known = failed_.find(node.number);
      known != failed_.end() && known->second >= depth) {
    return std::nullopt;
  }
  properties_.space().poll();
  for (std::uint32_t level = 1; level <= depth; ++level) {
    if (!levels_[level - 1]) continue;
    Node* const to = properties_.first(*levels_[level - 1], node);
    const auto proved = to ? keeps_win(*to, level) : std::nullopt;
    if (!proved) continue;
    const auto [place, fresh] = won_.try_emplace(node.number, *proved);
    if (!fresh) place->second = std::min(place->second, *proved);
    return *proved;
  }
  failed_[node.number] = depth;
  return std::nullopt;
}

std::vector<CreditedMove> ProvedCredit::credit(std::span<Node* const> boards) {
  std::vector<CreditedMove> credited;
  if (boards.size() < 2) return credited;
  bool drawn = properties_.space().drawn(*boards.back());
  for (std::size_t i = boards.size() - 1; i-- > 0;) {
    Node& from = *boards[i];
    Node& to = *boards[i + 1];
    const auto known = wins(from, deepest());
    const auto level = keeps_win(to, deepest() + 1);
    if (level && !(known && *known <= *level)) {
      credited.push_back({Goal::win, *level, &from, &to});
      const auto [place, fresh] = won_.try_emplace(from.number, *level);
      if (!fresh) place->second = std::min(place->second, *level);
    }
    drawn = drawn && !known && !level;
    if (drawn) {
      const auto depth = static_cast<std::uint32_t>((boards.size() - i) / 2);
      credited.push_back({Goal::draw, depth, &from, &to});
    }
  }
  return credited;
}

bool ProvedCredit::is_drawn(Node& from, Node& to) {
  return !wins(from, deepest()) && !wins(to, deepest());
}

}  // namespace tesuji::learner
