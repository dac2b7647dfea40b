// Computes a lower bound on the number of steps until a goal holds at the end of a play: an
// admissible and consistent heuristic for A*.
//
// The bound is the cost of the goal's formula with bounded conjunctions (cost_nodes.h), or that of
// the terminal condition if it is greater.
//
// Source: Haslum and Geffner, Admissible heuristics for optimal planning (2000), for bounds from
// relaxed conditions.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/goal_costs.h"
#include "ir/nets/net.h"
#include "passes/nets/cost_nodes.h"
#include "passes/nets/fluent_distances.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tesuji::passes {

/// What a prover has shown about steps.
struct StepProofs {
  NeverTogether never_together;
  MayFollow may_follow;
};

struct BoundedGoal {
  ir::GoalCosts costs;
  ir::CostNodeId node = 0;  ///< its cost is the bound; never_cost: the goal is unreachable
};

/// Computes the bound for plays that end with one of `goals`, positions in Net::goals. `net`
/// answers all questions except percepts; `facts` hold in every state of every play. Returns
/// nullopt if the goals' gates have more than `most_inputs` inputs.
[[nodiscard]] std::optional<BoundedGoal> bound_goal_costs(const ir::Net& net,
                                                          const ir::FluentFacts& facts,
                                                          std::span<const std::uint32_t> goals,
                                                          StepProofs proofs,
                                                          std::size_t most_inputs = 20'000);

}  // namespace tesuji::passes
