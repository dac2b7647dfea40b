// Records what was observed of the literals of clauses during play.
//
// A profile is of the rules as order-joins has them: whatever order a plan puts a rule's
// literals in, and whether they stand in existence tests, they are told as the rule has
// them, with the rule's own variables:
//
//   rule  legal.push#1 { legal.push(R, C) :- true.at(R, C), true.free(D), next_to(C, D) }
//   plan  scan   true.at(?R, ?C)              1 trial, 4 matches
//         exists {                            4 trials
//           probe next_to(C, ?D) using ..     4 trials, 9 matches, first witness
//           test  true.free(D) }              9 trials, 3 matches, first witness
//         insert legal.push(R, C)             3 trials
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/profile.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// One element per plan of the module that was run, in their order; the rule's name where it is
/// a delta plan, too. `trials`: per plan, of its operations by place in the text
/// (interpreter::Program::trials). Literals of plans whose rules are not there are told as the
/// plan has them. `whole`: no evaluation was broken off. `nanoseconds`: per plan; may be empty.
[[nodiscard]] Profile make_plan_profile(const ir::Module& module,
                                        const std::vector<std::vector<std::uint64_t>>& trials,
                                        bool whole,
                                        const std::vector<std::uint64_t>& nanoseconds = {});

}  // namespace tesuji::passes
