// Delta debugging of rulesheets: the smallest one, by dropping parts, that still
// shows a failure.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <functional>

namespace tesuji::tests {

/// Drops clauses, then body literals at any depth, one part at a time or many, as
/// long as `fails` holds of what is left. `fails(sheet)` must hold; it is asked often.
/// Source: Zeller and Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing
/// Input", greedily: the result is minimal in that no single part can be dropped.
[[nodiscard]] frontend::Rulesheet minimise(
    frontend::Rulesheet sheet, const std::function<bool(const frontend::Rulesheet&)>& fails);

}  // namespace tesuji::tests
