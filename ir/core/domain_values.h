// The order that constants of a domain have everywhere.
#pragma once

#include "ir/core/symbol.h"

#include <vector>

namespace tesuji::ir {

/// Makes constants a domain's values: sorted by SymbolTable::domain_less, without duplicates.
void make_domain_values(std::vector<Symbol>& values, const SymbolTable& symbols);

}  // namespace tesuji::ir
