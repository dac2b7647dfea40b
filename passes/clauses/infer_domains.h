// infer-domains: which constants can come up in which column.
//
// The domain graph of Haufe, Schiffel and Thielscher (2012, Definitions 20, 21),
// walked to its least fixpoint over columns of flattened relations, and tighter
// in one respect: a variable that occurs in several positive literals can only
// take constants that all their columns have. A rule that cannot fire for lack of
// such a constant passes nothing on.
//
//   before:  rule next.cell#1 { next.cell(M, N, x) :- does.mark(xplayer, M, N) ... }
//   after:   domain cell.1 = 1..3, and the columns of true/next/init.cell have it
//
// Requires lowered clauses. Fluents' columns are shared by true, next and init of a shape;
// a move's by legal and does, whose role column has the game's roles alone.
#pragma once

#include "passes/core/pass.h"

#include <vector>

namespace tesuji::passes {

bool infer_domains(ir::Module& module, PassContext& context);

/// By relation, whether it can have a tuple at all, by the same inference: what domains cannot say
/// of a relation without columns. In a state of fluents that can hold, and whose constants their
/// domains have, rules derive nothing else.
[[nodiscard]] std::vector<bool> inhabited_relations(const ir::Module& module);

}  // namespace tesuji::passes
