// Restricts demand to tuples that a relation can hold in some state; drop-bounds: removes
// restrictions that exclude few tuples.
//
// Demand passes on every tuple that a body requests, and with four squares of a board most
// are useless: no state has a bishop's path between squares of different diagonals. The
// relation's own rules show it when every literal that depends on the state is removed:
//
//   rule:   way(X, Y, U, V) :- need.way(X, Y, U, V), next_to(X, W), free(W, Y), way(W, Y, U, V)
//   bound:  bound.way(X, Y, U, V) :- next_to(X, W), bound.way(W, Y, U, V)
//   need:   need.way(X, Y, U, V) :- at(X, Y), goal(U, V), bound.way(X, Y, U, V)
//
// A bound omits columns that some rule does not tie to another column by facts (a test of one
// column alone does not count). Bounds are static: fold-static evaluates them. `drop-bounds`
// removes those that let more than one tuple in four pass.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// Maximum number of combinations of a bound's columns.
inline constexpr std::uint64_t max_bound_tuples = 1U << 14U;

/// Maximum number of estimated steps to join the facts of a rule from which a bound is made.
inline constexpr double max_bound_steps = 100'000;

/// A rule that defines needs of a relation: the needed tuples are `args`, of which the columns in
/// `given` are known.
struct NeedRule {
  std::size_t rule = 0;
  ir::RelationId relation = ir::no_id;
  std::vector<ir::Argument> args;
  std::vector<bool> given;
};

/// Adds to these rules the condition that the needed tuple is possible, if a bound on at least two
/// given columns exists. Requires domains.
void bound_needs(ir::Module& module, const std::vector<NeedRule>& needs);

/// The pass: drops literals of bounds that exclude little. Requires domains, and bounds folded.
/// Domains must be inferred again: the remaining rule may let more tuples through.
bool drop_bounds(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
