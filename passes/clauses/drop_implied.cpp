#include "passes/clauses/drop_implied.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_set>
#include <vector>

namespace tesuji::passes {

// --- Implied tests

using ir::Argument;

bool ImpliedTests::implied(const ir::Literal& literal, std::span<const ir::Literal> others) {
  if (literal.kind != ir::Literal::Kind::positive || literal.args.size() != 1) return false;
  const Argument& arg = literal.args[0];
  if (module_.relations[literal.relation].kind != ir::RelationKind::fixed) return false;
  if (arg.kind != Argument::Kind::variable) return false;
  return std::any_of(others.begin(), others.end(), [&](const ir::Literal& other) {
    if (other.kind != ir::Literal::Kind::positive) return false;
    for (std::size_t c = 0; c < other.args.size(); ++c) {
      const ir::DomainId values = module_.relations[other.relation].columns[c];
      if (other.args[c] == arg && covers(literal.relation, values)) return true;
    }
    return false;
  });
}

bool ImpliedTests::covers(ir::RelationId relation, ir::DomainId domain) {
  const auto [found, inserted] = covers_.try_emplace({relation, domain}, false);
  if (inserted) {
    const std::vector<ir::Symbol>& cells = module_.relations[relation].facts.cells;
    const std::unordered_set<ir::Symbol> allowed(cells.begin(), cells.end());
    const auto& values = module_.domains[domain].values;
    found->second = std::all_of(values.begin(), values.end(),
                                [&](ir::Symbol value) { return allowed.contains(value); });
  }
  return found->second;
}

// --- The pass

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
