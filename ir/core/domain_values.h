// Orders the constants of a domain, the same way everywhere.
#pragma once

#include "ir/core/symbol.h"

#include <vector>

namespace tesuji::ir {

/// Makes constants a domain's values: sorted by SymbolTable::domain_less, without duplicates.
void make_domain_values(std::vector<Symbol>& values, const SymbolTable& symbols);

}  // namespace tesuji::ir
