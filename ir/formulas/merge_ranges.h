// Merges ranges of a quantifier that differ only in the shape of terms.
#pragma once

#include "ir/formulas/written_formula.h"

namespace tesuji::ir {

/// Replaces a count's ranges by one where the bodies have a common generalisation whose
/// variables, with sorts of several sets, stand for just these ranges in this order. New
/// variables are appended. Anything else stays as it is.
void merge_ranges(WrittenFormula& count, std::vector<WrittenVariable>& variables);

}  // namespace tesuji::ir
