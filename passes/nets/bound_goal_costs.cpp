#include "passes/nets/bound_goal_costs.h"

#include <utility>
#include <vector>

namespace tesuji::passes {

std::optional<BoundedGoal> bound_goal_costs(const ir::Net& net, const ir::FluentFacts& facts,
                                            std::span<const std::uint32_t> goals, StepProofs proofs,
                                            std::size_t most_inputs) {
  BoundedGoal bounded;
  constexpr std::size_t most_values = 256;
  FluentDistances distances(net, facts, most_values, std::move(proofs.may_follow));
  CostNodes nodes(net, distances, bounded.costs, most_inputs, std::move(proofs.never_together));
  std::vector<ir::Signal> ways;
  for (const std::uint32_t goal : goals) {
    ways.push_back(net.goals[goal].holds);
    if (!nodes.make(ways.back())) return std::nullopt;
  }
  if (ways.empty()) return std::nullopt;
  const CostNodeMade any = nodes.combine(ir::CostNode::Kind::least, ways);
  bounded.node = any.node;
  if (nodes.make(net.terminal)) {
    bounded.node =
        nodes.combine_made(ir::CostNode::Kind::greatest, {any, nodes.of(net.terminal)}).node;
  }
  return bounded;
}

}  // namespace tesuji::passes
