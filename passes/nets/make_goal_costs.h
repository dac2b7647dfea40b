// Computes the costs of a game's goals: what a state lacks for each goal, and the number of ways.
//
// Reads the goal's circuit as a formula: a conjunction costs the sum of its inputs, a disjunction
// the least. A literal costs the number of steps in which its fluent's group (of which one holds)
// can get from its present value to the wanted one, where each step is one that the net does not
// rule out: a blank cell takes a stone in one step, a cell with a stone of the other role never;
// the end of a chain of successors is as far as the chain is long, whatever its names in the rules.
// Fluents without a group are a group of two values.
//
// A goal with few ways is written out as a disjunction of conjunctions, because nets share the
// common parts of a board's lines. A goal is split into *parts*: the inputs of a conjunction; for a
// disjunction its inputs of the same form, such as the lines of a board, which together are one
// part. Squares with the same content are counted in addition, for goals that are not a formula of
// a few parts (majorities).
//
// Conditions that end the game, and are not already a way to a goal, have parts, too: that a player
// has no move may only matter for the end.
//
// Before: (goal white 100) = cell(1,1,x) & cell(1,2,x) & .. | ..
// After:  part `100 white`: 84 ways, each the sum of 4 literals.
#pragma once

#include "ir/module/module.h"
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

// --- Costs

struct GoalCostLimits {
  std::size_t goal_inputs = 20'000;  ///< maximum for the gates of one goal; larger goals are left
                                     ///< out
  std::size_t ways = 2'000;          ///< maximum for one goal that is written out
  std::size_t way_inputs = 40'000;   ///< maximum for all these ways together
  std::size_t parts = 24;            ///< maximum for one goal; disjunctions of more forms are one
                                     ///< part
  std::size_t contents = 32;         ///< maximum number of different contents counted
};

/// `net` answers legal, next and goal, and `module` names its atoms. `facts` hold in every state of
/// every play: those about groups of fluents determine the costs of literals. Returns for each role
/// the costs of its best goal, and of all others above 0 if it has more than three.
[[nodiscard]] ir::GoalCosts make_goal_costs(const ir::Module& module, const ir::Net& net,
                                            const ir::FluentFacts& facts,
                                            const GoalCostLimits& limits = {});

// --- Lower bounds
//
// Computes a lower bound on the number of steps until a goal holds at the end of a play: an
// admissible and consistent heuristic for A*.
//
// The bound is the cost of the goal's formula with bounded conjunctions (cost_nodes.h), or that of
// the terminal condition if it is greater.
//
// Source: Haslum and Geffner, Admissible heuristics for optimal planning (2000), for bounds from
// relaxed conditions.

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
