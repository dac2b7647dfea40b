// Writes formulas as statements of certificates (backend/proofs/certificates/statement.h).
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"
#include "ir/module/vocabulary.h"

#include <optional>
#include <string>

namespace tesuji::driver {

/// Returns the formula, which must have no free variables, in terms of the game description
/// language, with the domains of its variables listed; `variables` are those of its invariant.
/// Returns nothing if it contains a relation that no rulesheet names.
[[nodiscard]] std::optional<std::string> statement_text(
    const ir::Formula& formula, const std::vector<ir::FormulaVariable>& variables,
    const ir::Module& module, const ir::Vocabulary& vocabulary);

}  // namespace tesuji::driver
