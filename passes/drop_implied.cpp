#include "passes/drop_implied.h"

#include "passes/demand_candidates.h"
#include "passes/implied_tests.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

/// The rule without the literals that are not about needs.
ir::Rule guards_of(const ir::Rule& rule, const ir::Module& module) {
  ir::Rule guards;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind == ir::Literal::Kind::positive &&
        module.relations[literal.relation].name.starts_with(need_prefix)) {
      guards.body.push_back(literal);
    }
  }
  return guards;
}

}  // namespace

bool drop_implied(ir::Module& module, PassContext&) {
  ImpliedTests tests(module);
  std::size_t dropped = 0;
  for (ir::Rule& rule : module.rules) {
    const ir::Rule guards = guards_of(rule, module);
    if (guards.body.empty()) continue;
    dropped += std::erase_if(
        rule.body, [&](const ir::Literal& literal) { return tests.implied(literal, guards); });
  }
  if (dropped == 0) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
