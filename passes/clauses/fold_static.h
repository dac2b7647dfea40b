// fold-static: relations that depend on neither state nor moves become facts.
//
//   before:  rule adjacent#1 { adjacent(X, Y) :- succ(X, Y) }   and so on
//   after:   relation adjacent static, with its tuples as facts; its rules are gone
//
// Nothing tells how many tuples a recursive relation will have. So relations are folded
// in levels: what is computed from recursive relations is planned when those are facts,
// and counted. `fold-recursive` folds just these, with what they need, and leaves what
// is computed from them to the passes that look at sizes before everything is folded.
// A recursive relation of more than max_counted_rows it leaves as it was, and says in
// Relation::expected_rows that it is too large to be tabulated.
//
// `fold-for-moves` does the same for the recursive relations that fluents and moves are computed
// from, if others have room for many tuples. Domains of fluents may then show that nothing asks for
// those.
//
// Requires stratify. The evaluation itself is the context's evaluate_static.
// Also what makes the initial state: init.* never depends on a state.
// Error "limit" where a rule alone gives more rows than max_static_rows, or samples show that a
// relation has more (sampled_rows.h), before it is computed.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>

namespace tesuji::passes {

/// Most rows of a static relation.
inline constexpr std::uint64_t max_static_rows = 20'000'000;
/// Most rows of a recursive relation that is folded to be counted.
inline constexpr std::uint64_t max_counted_rows = 1'000'000;

bool fold_static(ir::Module& module, PassContext& context);
bool fold_for_moves(ir::Module& module, PassContext& context);
bool fold_recursive(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
