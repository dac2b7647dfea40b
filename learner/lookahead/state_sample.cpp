#include "learner/lookahead/state_sample.h"

#include <algorithm>
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

bool StateSample::add(Node& root, std::uint32_t plies, std::size_t most) {
  most = std::min(most, most_);
  const std::size_t before = states_.size() + successors_.size();
  std::deque<std::pair<std::uint32_t, std::uint32_t>> open{{take(root), plies}};
  while (!open.empty()) {
    space_->poll();
    const auto [number, left] = open.front();
    open.pop_front();
    if (states_[number].looked > left) continue;
    states_[number].looked = left + 1;
    if (!states_[number].expanded) {
      if (left == 0) continue;
      Node& node = *states_[number].node;
      space_->expand(node);
      if (states_.size() + node.edge_count > most) {
        states_[number].looked = 0;  // it has to be visited again
        continue;
      }
      const auto begin = static_cast<std::uint32_t>(successors_.size());
      for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
        successors_.push_back(take(*space_->successor(node, edge)));
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

StateSample StateSample::around(std::span<const std::size_t> states, std::uint32_t plies,
                                std::size_t most) const {
  StateSample part(*space_, most);
  std::vector<std::size_t> here;  // the numbers that the part's states have in this sample
  const auto take = [&](std::size_t state) {
    const std::uint32_t number = part.take(*states_[state].node);
    if (number == here.size()) here.push_back(state);
    return number;
  };
  for (const std::size_t state : states) take(state);
  std::size_t begin = 0;
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    const std::size_t end = part.size();
    for (std::size_t number = begin; number < end; ++number) {
      const State& original = states_[here[number]];
      if (!original.expanded || part.size() + original.count > most) continue;
      const auto first = static_cast<std::uint32_t>(part.successors_.size());
      for (const std::uint32_t next : successors(here[number])) {
        part.successors_.push_back(take(next));
      }
      State& copy = part.states_[number];
      copy.expanded = true;
      copy.begin = first;
      copy.count = original.count;
    }
    begin = end;
  }
  return part;
}

std::size_t StateSample::find(const Node& node) const {
  const auto found = numbers_.find(node.number);
  return found == numbers_.end() ? size() : found->second;
}

}  // namespace tesuji::learner
