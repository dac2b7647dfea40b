// Records observations of clauses' literals during play.
//
// A profile refers to the rules as given to order-joins: however a plan orders a rule's literals,
// and whether they are in existence tests, it lists them as in the rule, with the rule's own
// variables:
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

/// Returns one element per plan of the module that ran, in their order; for a delta plan also with
/// the rule's name. `trials`: per plan, of its operations by position in the text
/// (interpreter::Program::trials). Literals of plans whose rules are missing are listed as in the
/// plan. `whole`: no evaluation was aborted. `nanoseconds`: per plan; may be empty.
[[nodiscard]] Profile make_plan_profile(const ir::Module& module,
                                        const std::vector<std::vector<std::uint64_t>>& trials,
                                        bool whole,
                                        const std::vector<std::uint64_t>& nanoseconds = {});

}  // namespace tesuji::passes
