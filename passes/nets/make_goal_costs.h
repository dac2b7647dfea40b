// Makes the costs of a game's goals: what a state lacks for each goal, and in how many ways.
//
// The goal's circuit is read as a formula: a conjunction costs the sum of what it asks for, a
// disjunction the least. A literal costs the number of steps in which its fluent's group
// (of which one holds) can come from its present value to the wanted one, each step being one that
// the net does not rule out: a cell that is blank takes a stone in one step, one with a stone of
// the other role never; the end of a chain of successors is as far as the chain is long, whatever
// the rules call it. Fluents of no group are a group of two values.
//
// A goal that has few ways is written out as a disjunction of conjunctions: nets share what lines
// of a board have in common. A goal falls into *parts*: the inputs of a conjunction; of a
// disjunction the inputs of the same form, as the lines of a board, which together are one part.
// Squares with the same content are counted beside them, for goals that are no formula of a few
// parts (majorities).
//
// What ends the game, and is not a way to a goal already, has parts, too: that a player has no move
// may be a matter of the end alone.
//
// Before: (goal white 100) = cell(1,1,x) & cell(1,2,x) & .. | ..
// After:  part `100 white`: 84 ways, each the sum of 4 literals.
#pragma once

#include "ir/module/module.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/goal_costs.h"
#include "ir/nets/net.h"

#include <cstddef>

namespace tesuji::passes {

struct GoalCostLimits {
  std::size_t goal_inputs = 20'000;  ///< of the gates of one goal; larger goals are left out
  std::size_t ways = 2'000;          ///< of one goal that is written out
  std::size_t way_inputs = 40'000;   ///< of all these ways together
  std::size_t parts = 24;            ///< of one goal; disjunctions of more forms are one part
  std::size_t contents = 32;         ///< different ones that are counted
};

/// `net` answers legal, next and goal, and `module` names its atoms. `facts` hold in every state of
/// every play: those about groups of fluents say what literals cost. For each role the costs of its
/// best goal, and of all others above 0 where it has more than three.
[[nodiscard]] ir::GoalCosts make_goal_costs(const ir::Module& module, const ir::Net& net,
                                            const ir::FluentFacts& facts,
                                            const GoalCostLimits& limits = {});

}  // namespace tesuji::passes
