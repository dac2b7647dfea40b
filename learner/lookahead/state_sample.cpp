#include "learner/lookahead/state_sample.h"

#include <deque>
#include <utility>

namespace tesuji::learner {

using runtime::Node;

std::uint32_t StateSample::take(Node& node) {
  const auto next = static_cast<std::uint32_t>(states_.size());
  const auto [place, fresh] = numbers_.try_emplace(node.number, next);
  if (fresh) states_.push_back({&node});
  return place->second;
}

bool StateSample::add(Node& root, std::uint32_t plies) {
  const std::size_t before = states_.size() + successors_.size();
  std::deque<std::pair<std::uint32_t, std::uint32_t>> open{{take(root), plies}};
  while (!open.empty()) {
    space_.poll();
    const auto [number, left] = open.front();
    open.pop_front();
    if (states_[number].looked > left) continue;
    states_[number].looked = left + 1;
    if (!states_[number].expanded) {
      if (left == 0) continue;
      Node& node = *states_[number].node;
      space_.expand(node);
      if (states_.size() + node.edge_count > most_) continue;
      const auto begin = static_cast<std::uint32_t>(successors_.size());
      for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
        successors_.push_back(take(*space_.successor(node, edge)));
      }
      State& state = states_[number];
      state.expanded = true;
      state.begin = begin;
      state.count = node.edge_count;
    }
    if (left <= 1) continue;
    for (const std::uint32_t next : successors(number)) open.emplace_back(next, left - 1);
  }
  return states_.size() + successors_.size() > before;
}

std::size_t StateSample::find(const Node& node) const {
  const auto found = numbers_.find(node.number);
  return found == numbers_.end() ? size() : found->second;
}

}  // namespace tesuji::learner
