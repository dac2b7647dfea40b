#include "passes/ground/split_wide.h"

#include "passes/analysis/variables.h"
#include "passes/clauses/possible.h"
#include "passes/clauses/split_existential.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Literal;

/// Drops the guards that are not needed: here they would be ordinary literals.
void drop_guards(GuardedRule& guarded, const std::vector<bool>& is_static) {
  std::vector<Literal>& body = guarded.rule.body;
  for (std::size_t i = body.size(); i-- > 0;) {
    const bool decided = body[i].relation == ir::no_id || is_static[body[i].relation];
    if (!guarded.silent[i] || decided) continue;
    std::set<ir::VariableId> bound;
    for (std::size_t j = 0; j < body.size(); ++j) {
      if (j != i && body[j].kind == Literal::Kind::positive) add_variables(body[j], bound);
    }
    std::set<ir::VariableId> own;
    add_variables(body[i], own);
    if (!std::includes(bound.begin(), bound.end(), own.begin(), own.end())) continue;
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
    guarded.silent.erase(guarded.silent.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

bool split_wide(ir::Module& module, PassContext&) {
  std::vector<bool> is_static;
  for (const ir::Relation& relation : module.relations) {
    is_static.push_back(is_decided(relation));
  }
  ExistentialSplitter splitter(module, is_static, ExistentialSplitter::Unknown{});
  std::vector<ir::Rule> rules;
  bool changed = false;
  for (ir::Rule& rule : module.rules) {
    if (is_static[rule.head] || splitter.bindings(rule) < min_wide_bindings) {
      rules.push_back(std::move(rule));
      continue;
    }
    const std::size_t literals = rule.body.size();
    std::vector<GuardedRule> parts = splitter.split({std::move(rule), std::vector<bool>(literals)});
    changed |= parts.size() > 1;
    for (GuardedRule& part : parts) {
      drop_guards(part, is_static);
      splitter.declare(part.rule);
      rules.push_back(std::move(part.rule));
    }
  }
  module.rules = std::move(rules);
  for (ir::Relation& relation : module.relations) {
    if (relation.origin == ir::Origin::some) relation.expected_rows = 0;
  }
  if (changed) {
    module.strata.clear();
    module.entries.clear();
  }
  return changed;
}

}  // namespace tesuji::passes
