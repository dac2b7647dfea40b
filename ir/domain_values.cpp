#include "ir/domain_values.h"

#include <algorithm>

namespace tesuji::ir {

void make_domain_values(std::vector<Symbol>& values, const SymbolTable& symbols) {
  std::sort(values.begin(), values.end(),
            [&](Symbol a, Symbol b) { return symbols.domain_less(a, b); });
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace tesuji::ir
