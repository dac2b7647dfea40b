#include "passes/clauses/drop_implied.h"

#include "passes/analysis/implied_tests.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace tesuji::passes {
namespace {

bool is_guard(const ir::Literal& literal, const ir::Module& module) {
  return literal.kind == ir::Literal::Kind::positive &&
         module.relations[literal.relation].origin == ir::Origin::need;
}

}  // namespace

bool drop_implied(ir::Module& module, PassContext&) {
  ImpliedTests tests(module);
  std::size_t dropped = 0;
  for (ir::Rule& rule : module.rules) {
    std::vector<ir::Literal> guards;
    std::copy_if(rule.body.begin(), rule.body.end(), std::back_inserter(guards),
                 [&](const ir::Literal& literal) { return is_guard(literal, module); });
    if (guards.empty()) continue;
    dropped += std::erase_if(rule.body, [&](const ir::Literal& literal) {
      return !is_guard(literal, module) && tests.implied(literal, guards);
    });
  }
  if (dropped == 0) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
