// Handles fluents that never change, for which rules read the initial state
// (passes/clauses/fold_rigid.h).
#pragma once

#include "ir/module/module.h"

namespace tesuji::ir {

/// Whether the state relation has an initial relation, and the only rule of its next relation
/// copies it: `next.wall(X, Y) :- true.wall(X, Y)`.
[[nodiscard]] bool is_copied(const Module& module, RelationId fluent);

/// Whether a rule other than those of its next relation reads the fluent.
[[nodiscard]] bool is_read(const Module& module, RelationId fluent);

/// Records that rules read the fluent's initial relation instead of it: that relation is `origin
/// made of` the fluent.
void make_rigid(Module& module, RelationId fluent);

/// Whether make_rigid was called. A state in which the fluent differs from its initial value is not
/// a state of the game.
[[nodiscard]] bool is_rigid(const Module& module, const Relation& fluent);

}  // namespace tesuji::ir
