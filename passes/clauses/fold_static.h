// fold-static, fold-for-moves, fold-recursive: evaluate relations that depend on neither state nor
// moves to facts.
//
//   before:  rule adjacent#1 { adjacent(X, Y) :- succ(X, Y) }   and so on
//   after:   relation adjacent static, with its tuples as facts; its rules are gone
//
// The size of a recursive relation cannot be estimated. So relations are folded in levels:
// relations computed from recursive ones are planned after those are facts, and counted.
// `fold-recursive` folds only the recursive ones, with their dependencies, and leaves relations
// computed from them to the passes that examine sizes before everything is folded. It leaves a
// recursive relation of more than max_counted_rows unchanged, and records in
// Relation::expected_rows that it is too large to tabulate.
//
// `fold-for-moves` does the same for the recursive relations that fluents and moves are computed
// from, if others may have many tuples. Domains of fluents may then show that those others are not
// needed.
//
// Requires stratify. The context's evaluate_static performs the evaluation. Also computes the
// initial state: init.* never depends on a state. Error "limit" if a single rule derives more rows
// than max_static_rows, or samples show that a relation has more (sampled_rows.h), before it is
// computed.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>

namespace tesuji::passes {

/// Maximum number of rows of a static relation.
inline constexpr std::uint64_t max_static_rows = 20'000'000;
/// Maximum number of rows of a recursive relation that is folded to be counted.
inline constexpr std::uint64_t max_counted_rows = 1'000'000;

bool fold_static(ir::Module& module, PassContext& context);
bool fold_for_moves(ir::Module& module, PassContext& context);
bool fold_recursive(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
