#include "passes/clauses/simplify_comparison.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace tesuji::passes {

using ir::Argument;
using ir::Literal;

Truth simplify(Literal& comparison) {
  const bool wants_difference = comparison.kind == Literal::Kind::different;
  std::vector<Argument> left;
  std::vector<Argument> right;
  for (std::size_t i = 0; i < comparison.args.size(); ++i) {
    const Argument& a = comparison.args[i];
    const Argument& b = comparison.right[i];
    if (a == b) continue;
    if (a.kind == Argument::Kind::constant && b.kind == Argument::Kind::constant) {
      return wants_difference ? Truth::always : Truth::never;
    }
    left.push_back(a);
    right.push_back(b);
  }
  if (left.empty()) return wants_difference ? Truth::never : Truth::always;
  comparison.args = std::move(left);
  comparison.right = std::move(right);
  return Truth::depends;
}

}  // namespace tesuji::passes
