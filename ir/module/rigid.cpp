#include "ir/module/rigid.h"

#include <algorithm>
#include <cstddef>

namespace tesuji::ir {
namespace {

/// Whether these are the same variables in the same order, each once; in `from`, arguments of this
/// kind.
bool same_variables(const std::vector<Argument>& from, Argument::Kind kind,
                    const std::vector<Argument>& to) {
  if (from.size() != to.size()) return false;
  for (std::size_t c = 0; c < from.size(); ++c) {
    if (from[c].kind != kind || !is_variable(to[c]) || from[c].id != to[c].id) return false;
    for (std::size_t before = 0; before < c; ++before) {
      if (from[before].id == from[c].id) return false;
    }
  }
  return true;
}

bool copies(const Rule& rule, RelationId fluent) {
  return rule.body.size() == 1 && rule.body[0].kind == Literal::Kind::positive &&
         rule.body[0].relation == fluent &&
         same_variables(rule.body[0].args, Argument::Kind::variable, rule.head_args);
}

bool copies(const Plan& plan, RelationId fluent) {
  return plan.ops.size() == 2 && plan.ops[0].kind == Operation::Kind::scan && !plan.ops[0].delta &&
         plan.ops[0].relation == fluent &&
         same_variables(plan.ops[0].args, Argument::Kind::binder, plan.ops[1].args);
}

/// Whether an operation, or one within it, reads the relation.
bool reads(const std::vector<Operation>& ops, RelationId id) {
  return std::any_of(ops.begin(), ops.end(), [&](const Operation& op) {
    return (op.relation == id && op.kind != Operation::Kind::insert) || reads(op.body, id);
  });
}

bool reads(const Rule& rule, RelationId id) {
  return std::any_of(rule.body.begin(), rule.body.end(),
                     [&](const Literal& literal) { return literal.relation == id; });
}

RelationId head_of(const Plan& plan) {
  return plan.ops.empty() ? no_id : plan.ops.back().relation;
}

}  // namespace

bool is_copied(const Module& module, RelationId fluent) {
  const Relation& relation = module.relations[fluent];
  if (relation.kind != RelationKind::state || relation.next == no_id || relation.init == no_id) {
    return false;
  }
  std::size_t sources = 0;
  if (module.plans.empty()) {
    for (const Rule& rule : module.rules) {
      if (rule.head != relation.next) continue;
      if (++sources > 1 || !copies(rule, fluent)) return false;
    }
  }
  for (const Plan& plan : module.plans) {
    if (head_of(plan) != relation.next) continue;
    if (++sources > 1 || !copies(plan, fluent)) return false;
  }
  return sources == 1;
}

bool is_read(const Module& module, RelationId fluent) {
  const RelationId next = module.relations[fluent].next;
  if (module.plans.empty()) {
    return std::any_of(module.rules.begin(), module.rules.end(),
                       [&](const Rule& rule) { return rule.head != next && reads(rule, fluent); });
  }
  return std::any_of(module.plans.begin(), module.plans.end(), [&](const Plan& plan) {
    return head_of(plan) != next && reads(plan.ops, fluent);
  });
}

bool is_rigid(const Module& module, RelationId fluent) {
  return is_copied(module, fluent) && !is_read(module, fluent);
}

}  // namespace tesuji::ir
