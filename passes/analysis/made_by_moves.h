// Bounds the number of a fluent's tuples in a state, if only moves make them.
//
//   next.guessed(P, N) :- does.guess(P, N)        one for each role
//
// Each role makes one move, so a fluent that only moves make, and that no rule keeps, has at most
// as many tuples as there are roles, however many numbers can be guessed.
#pragma once

#include "ir/module/module.h"

#include <optional>

namespace tesuji::passes {

/// Returns the bound; nullopt if a rule for the fluent's next state may derive more than one tuple
/// for a move, or if there is no rule.
[[nodiscard]] std::optional<double> most_made_by_moves(const ir::Module& module,
                                                       const ir::Relation& fluent);

}  // namespace tesuji::passes
