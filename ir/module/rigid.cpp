#include "ir/module/rigid.h"

#include <algorithm>
#include <cstddef>

namespace tesuji::ir {
namespace {

/// Whether both lists contain the same variables in the same order, each once.
bool same_variables(const std::vector<Argument>& from, const std::vector<Argument>& to) {
  if (from.size() != to.size()) return false;
  for (std::size_t c = 0; c < from.size(); ++c) {
    if (!is_variable(from[c]) || from[c] != to[c]) return false;
    for (std::size_t before = 0; before < c; ++before) {
      if (from[before] == from[c]) return false;
    }
  }
  return true;
}

bool copies(const Rule& rule, RelationId fluent) {
  return rule.body.size() == 1 && rule.body[0].kind == Literal::Kind::positive &&
         rule.body[0].relation == fluent && same_variables(rule.body[0].args, rule.head_args);
}

}  // namespace

bool is_copied(const Module& module, RelationId fluent) {
  const Relation& relation = module.relations[fluent];
  if (relation.kind != RelationKind::state || relation.next == no_id || relation.init == no_id) {
    return false;
  }
  std::size_t rules = 0;
  for (const Rule& rule : module.rules) {
    if (rule.head != relation.next) continue;
    if (++rules > 1 || !copies(rule, fluent)) return false;
  }
  return rules == 1;
}

bool is_read(const Module& module, RelationId fluent) {
  const RelationId next = module.relations[fluent].next;
  return std::any_of(module.rules.begin(), module.rules.end(), [&](const Rule& rule) {
    return rule.head != next &&
           std::any_of(rule.body.begin(), rule.body.end(),
                       [&](const Literal& literal) { return literal.relation == fluent; });
  });
}

void make_rigid(Module& module, RelationId fluent) {
  Relation& initial = module.relations[module.relations[fluent].init];
  initial.origin = Origin::made;
  initial.origin_of = fluent;
}

bool is_rigid(const Module& module, const Relation& fluent) {
  if (fluent.kind != RelationKind::state || fluent.init == no_id) return false;
  const Relation& initial = module.relations[fluent.init];
  return initial.origin == Origin::made && initial.origin_of < module.relations.size() &&
         &module.relations[initial.origin_of] == &fluent;
}

}  // namespace tesuji::ir
