#include "learner/migo/strategy_advice.h"

#include <algorithm>

namespace tesuji::learner {

StrategyAdvice::StrategyAdvice(std::shared_ptr<const runtime::Strategy> strategy,
                               runtime::StateSpace& space, runtime::StateSpaceOptions options)
    : strategy_(std::move(strategy)), memory_(strategy_->make_memory(options)), space_(space) {
  for (const std::uint32_t number : strategy_->order()) {
    const auto outcome = frontend::outcome_of(strategy_->predicates()[number].name);
    if (!outcome) continue;
    auto& levels = predicates_[outcome->kind == frontend::Outcome::Kind::win ? 0 : 1];
    if (levels.size() <= outcome->depth) levels.resize(outcome->depth + std::size_t{1});
    levels[outcome->depth] = number;
  }
}

std::uint32_t StrategyAdvice::levels(Goal goal) const {
  const auto& levels = predicates_[static_cast<std::size_t>(goal)];
  return levels.empty() ? 0 : static_cast<std::uint32_t>(levels.size() - 1);
}

runtime::Node* StrategyAdvice::first(Goal goal, std::uint32_t level, runtime::Node& node) {
  const auto& levels = predicates_[static_cast<std::size_t>(goal)];
  if (level >= levels.size() || !levels[level]) return nullptr;
  const auto found = strategy_->first(*levels[level], space_.state(node), *memory_);
  if (!found) return nullptr;
  space_.expand(node);
  for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
    runtime::Node* next = space_.successor(node, edge);
    if (std::ranges::equal(space_.state(*next), *found)) return next;
  }
  return nullptr;  // more than one move away
}

}  // namespace tesuji::learner
