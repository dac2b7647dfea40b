// Evaluates rules of a bias file, from which declarations follow, as those for constants:
//
//   constant(red).  constant(blue).
//   body_pred(P,1) :- constant(P).   type(P,(colour,)) :- constant(P).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/induction_text.h"

#include <optional>
#include <vector>

namespace tesuji::learner {

/// The declarations (body_pred/2, head_pred/2, type/2, direction/2) that follow from rules;
/// body_pred facts are there for rules, too. Takes what rules use out of what the bias says is
/// ignored. Nothing where a rule is wrong: errors of add_background.
[[nodiscard]] std::optional<std::vector<ir::PrologTerm>> derive_declarations(
    ir::BackgroundText& background, ir::Diagnostics& diagnostics);

}  // namespace tesuji::learner
