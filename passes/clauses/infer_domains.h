// infer-domains: computes the constants that can occur in each column.
//
// Computes the least fixpoint of the domain graph of Haufe, Schiffel and Thielscher (2012,
// Definitions 20, 21) over columns of flattened relations, more precisely in one respect: a
// variable that occurs in several positive literals can only have constants that all their columns
// have. A rule that cannot fire for lack of such a constant propagates nothing.
//
//   before:  rule next.cell#1 { next.cell(M, N, x) :- does.mark(xplayer, M, N) ... }
//   after:   domain cell.1 = 1..3, and the columns of true/next/init.cell have it
//
// Requires lowered clauses. true, next and init of a shape share fluents' columns; legal and does
// share a move's, whose role column contains only the game's roles.
#pragma once

#include "passes/core/pass.h"

#include <vector>

namespace tesuji::passes {

bool infer_domains(ir::Module& module, PassContext& context);

/// Returns for each relation whether it can have a tuple at all, by the same inference: domains
/// cannot express this for a relation without columns. In a state of possible fluents, whose
/// constants are in their domains, rules derive nothing else.
[[nodiscard]] std::vector<bool> inhabited_relations(const ir::Module& module);

}  // namespace tesuji::passes
