#include "backend/interpreter/stencils/sums.h"

#include <algorithm>
#include <utility>

namespace tesuji::interpreter {
namespace {

/// Where the term, so many times, is among the products.
std::vector<Product>::iterator find_term(std::vector<Product>& products, const Product& term,
                                         std::uint64_t times) {
  return std::find_if(products.begin(), products.end(), [&](const Product& one) {
    return one.value == term.value && one.stride == times * term.stride;
  });
}

}  // namespace

std::uint64_t take_sum(const Sum& sum, std::vector<Product>& products) {
  if (sum.terms.empty()) return 0;
  const Product& first = sum.terms.front();
  for (const Product& candidate : products) {
    if (candidate.value != first.value || candidate.stride % first.stride != 0) continue;
    const std::uint64_t times = candidate.stride / first.stride;
    if (times == 0) continue;
    std::vector<Product> others = products;
    const bool all = std::all_of(sum.terms.begin(), sum.terms.end(), [&](const Product& term) {
      const auto found = find_term(others, term, times);
      if (found == others.end()) return false;
      others.erase(found);
      return true;
    });
    if (!all) continue;
    products = std::move(others);
    return times;
  }
  return 0;
}

std::vector<Product> products_of(const std::vector<KnownColumn>& known) {
  std::vector<Product> products;
  for (const KnownColumn& column : known) products.push_back({column.value, column.stride});
  return products;
}

bool is_term(const Sum& sum, Register value) {
  return std::any_of(sum.terms.begin(), sum.terms.end(),
                     [&](const Product& term) { return term.value == value; });
}

}  // namespace tesuji::interpreter
