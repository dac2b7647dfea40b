// Bounds how many tuples of a fluent a state has, where moves alone make them.
//
//   next.guessed(P, N) :- does.guess(P, N)        one for each role
//
// Each role makes one move, so that a fluent which nothing but moves makes, and nothing keeps, has
// as many tuples as there are roles, however many numbers can be guessed.
#pragma once

#include "ir/module/module.h"

#include <optional>

namespace tesuji::passes {

/// The bound; nothing where a rule of the fluent's next state may give more than one tuple for a
/// move, or where there is no rule.
[[nodiscard]] std::optional<double> most_made_by_moves(const ir::Module& module,
                                                       const ir::Relation& fluent);

}  // namespace tesuji::passes
