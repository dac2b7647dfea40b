// Fluents that every step copies as they are.
#pragma once

#include "ir/module/module.h"

namespace tesuji::ir {

/// Whether the state relation has an initial one, and the only rule of its next one, or the only
/// plan where there are plans, copies it: `next.wall(X, Y) :- true.wall(X, Y)`.
[[nodiscard]] bool is_copied(const Module& module, RelationId fluent);

/// Whether anything but its own next relation reads the fluent.
[[nodiscard]] bool is_read(const Module& module, RelationId fluent);

/// Whether it is copied, and nothing else reads it, since rules ask the initial state in its place
/// (passes/clauses/fold_rigid.h). A state in which it is not as initially is none of the game.
[[nodiscard]] bool is_rigid(const Module& module, RelationId fluent);

}  // namespace tesuji::ir
