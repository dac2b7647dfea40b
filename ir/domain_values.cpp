#include "ir/domain_values.h"

#include <algorithm>

namespace tesuji::ir {

void make_domain_values(std::vector<Symbol>& values, const SymbolTable& symbols) {
  // Mostly they come from a domain that is in order already; texts are long to compare.
  const auto less = [&](Symbol a, Symbol b) { return symbols.domain_less(a, b); };
  if (!std::is_sorted(values.begin(), values.end(), less)) {
    std::sort(values.begin(), values.end(), less);
  }
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace tesuji::ir
