// Bodies without conjunctions inside `or` and `not`, which the prefix form cannot
// write: there is no `and` in GDL.
#pragma once

#include "frontend/gdl_ast.h"

namespace tesuji::frontend {

/// Rewrites the clauses whose bodies hold a conjunction, others stay as they are.
/// Such a body is normalised (validate.h), and its clause becomes several:
///     p :- (a & b | c) & d        (<= p a b d) (<= p c d)
/// Where that would give more than max_expansion (disjunctions.h) clauses, `(a & b)`
/// becomes `(not (or (not a) (not b)))` instead, which normalisation undoes.
void remove_conjunctions(Rulesheet& rulesheet);

}  // namespace tesuji::frontend
