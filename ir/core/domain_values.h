// Sorts the constants of a domain in the common order.
#pragma once

#include "ir/core/symbol.h"

#include <vector>

namespace tesuji::ir {

/// Turns constants into a domain's values: sorts by SymbolTable::domain_less, removes duplicates.
void make_domain_values(std::vector<Symbol>& values, const SymbolTable& symbols);

}  // namespace tesuji::ir
