// Fluents that never change, for which rules ask the initial state
// (passes/clauses/fold_rigid.h).
#pragma once

#include "ir/module/module.h"

namespace tesuji::ir {

/// Whether the state relation has an initial one, and the only rule of its next one copies it:
/// `next.wall(X, Y) :- true.wall(X, Y)`.
[[nodiscard]] bool is_copied(const Module& module, RelationId fluent);

/// Whether a rule but those of its own next relation reads the fluent.
[[nodiscard]] bool is_read(const Module& module, RelationId fluent);

/// Records that rules ask the fluent's initial relation in its place: that one is `origin made of`
/// the fluent.
void make_rigid(Module& module, RelationId fluent);

/// Whether they do. A state in which it is not as initially is none of the game.
[[nodiscard]] bool is_rigid(const Module& module, const Relation& fluent);

}  // namespace tesuji::ir
