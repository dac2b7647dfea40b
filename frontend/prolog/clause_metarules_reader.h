// Reads clause metarules (ir/formulas/clause_metarule.h), close to how Metagol has them:
//
//   metarule(postcond, [P,Q,R], [P,A,B], [[R,A,B], [Q,B]]).
//   metarule(negation, [P,Q,R], [P,A,B], [[R,A,B], not([Q,B,_])]).
//   metarule([P,Q,X], ([P,A] :- [[Q,A,X]])).     % X: a constant of the clause
//
// The list before the head names what belongs to the clause: its predicates and constants. An atom
// in a predicate's place, [move,A,B], is that predicate.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/clause_metarule.h"

#include <optional>
#include <vector>

namespace tesuji::frontend {

/// In the order of the text. Errors: "parse", also where there is no metarule at all; "unsafe" for
/// a negated literal with a variable that neither the head nor a literal before it has. Several are
/// found per run, then nothing is returned.
[[nodiscard]] std::optional<std::vector<ir::ClauseMetarule>> read_clause_metarules(
    ir::FileId file, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
