// Restricts demand to tuples that a relation can hold in some state.
//
// Demand passes on every tuple that a body requests, and with four squares of a board most
// are useless: no state has a bishop's way between squares of different diagonals. The
// relation's own rules show it when every literal that depends on the state is removed:
//
//   rule:   way(X, Y, U, V) :- need.way(X, Y, U, V), next_to(X, W), free(W, Y), way(W, Y, U, V)
//   bound:  bound.way(X, Y, U, V) :- next_to(X, W), bound.way(W, Y, U, V)
//   need:   need.way(X, Y, U, V) :- at(X, Y), goal(U, V), bound.way(X, Y, U, V)
//
// Columns that some rule does not tie to another one by facts are left out of the bound
// (a test of one column alone does not count). Bounds are static: fold-static evaluates them.
// `drop-bounds` takes those away again that let more than one tuple in four pass.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// A bound may be of columns with so many combinations at most.
inline constexpr std::uint64_t max_bound_tuples = 1U << 14U;

/// Nor may the facts of a rule that a bound is made of take more steps to join, as estimated.
inline constexpr double max_bound_steps = 100'000;

/// A rule that says what is needed of a relation: `args` are asked for, those columns that are
/// `given` are known.
struct NeedRule {
  std::size_t rule = 0;
  ir::RelationId relation = ir::no_id;
  std::vector<ir::Argument> args;
  std::vector<bool> given;
};

/// Adds to these rules that what is asked for is possible, where that can be told of two given
/// columns or more. Requires domains.
void bound_needs(ir::Module& module, const std::vector<NeedRule>& needs);

/// The pass: drops literals of bounds that are of little use. Requires domains, and bounds folded.
/// Domains are to be inferred again: what is left of a rule may let more through.
bool drop_bounds(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
