// Reads clause metarules (ir/formulas/clause_metarule.h) in nearly Metagol's notation:
//
//   metarule(postcond, [P,Q,R], [P,A,B], [[R,A,B], [Q,B]]).
//   metarule(negation, [P,Q,R], [P,A,B], [[R,A,B], not([Q,B,_])]).
//   metarule([P,Q,X], ([P,A] :- [[Q,A,X]])).     % X: a constant of the clause
//
// The list before the head names the predicates and constants that a clause chooses. An atom in a
// predicate's place, [move,A,B], is that predicate.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/clause_metarule.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

/// Returns the metarules in the order of the text. Errors: "parse", also if there are no metarules;
/// "unsafe" for a negated literal with a variable that occurs neither in the head nor in an earlier
/// literal. Reports several per run, and then returns nullopt.
[[nodiscard]] std::optional<std::vector<ir::ClauseMetarule>> read_clause_metarules(
    ir::FileId file, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
