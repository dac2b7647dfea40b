// Evaluates rules of a bias file that imply declarations, such as those for constants:
//
//   constant(red).  constant(blue).
//   body_pred(P,1) :- constant(P).   type(P,(colour,)) :- constant(P).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"

#include <optional>
#include <vector>

namespace tesuji::learner {

/// Returns the declarations (body_pred/2, head_pred/2, type/2, direction/2) that the rules imply;
/// rules can use body_pred facts, too. Removes what rules use from the bias's list of ignored
/// declarations. Returns nothing if a rule is wrong: errors of add_background.
[[nodiscard]] std::optional<std::vector<ir::PrologTerm>> derive_declarations(
    ir::BackgroundText& background, ir::Diagnostics& diagnostics);

}  // namespace tesuji::learner
