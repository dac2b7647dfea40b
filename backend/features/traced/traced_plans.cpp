#include "backend/features/traced/traced_plans.h"

#include "passes/ordering/literal_order.h"
#include "passes/plans/introduce_exists.h"
#include "passes/plans/order_joins.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::slices {

namespace {

using ir::Argument;
using ir::Operation;
using Variables = std::set<ir::VariableId>;

void collect(const std::vector<Operation>& ops, Variables& used, Variables& bound) {
  const auto look = [&](const std::vector<Argument>& args) {
    for (const Argument& arg : args) {
      if (arg.kind == Argument::Kind::variable) used.insert(arg.id);
      if (arg.kind == Argument::Kind::binder) bound.insert(arg.id);
    }
  };
  for (const Operation& op : ops) {
    look(op.args);
    look(op.right);
    collect(op.body, used, bound);
  }
}

/// `before`: variables bound outside of these operations, and used in their tests or outside.
void nest(std::vector<Operation>& ops, Variables before) {
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (i > 0 && walks(ops[i])) {
      std::vector<Operation> rest(std::make_move_iterator(ops.begin() + static_cast<long>(i)),
                                  std::make_move_iterator(ops.end()));
      const Variables open = free_variables(rest);
      const bool needs_all = std::includes(open.begin(), open.end(), before.begin(), before.end());
      if (needs_all) {
        std::move(rest.begin(), rest.end(), ops.begin() + static_cast<long>(i));
      } else {
        ops.resize(i);
        Operation test;
        test.kind = Operation::Kind::exists;
        test.body = std::move(rest);
        nest(test.body, open);
        ops.push_back(std::move(test));
        return;
      }
    }
    if (ops[i].kind == Operation::Kind::exists) nest(ops[i].body, free_variables(ops[i].body));
    for (const Argument& arg : ops[i].args) {
      if (arg.kind == Argument::Kind::binder) before.insert(arg.id);
    }
  }
}

}  // namespace

Variables free_variables(const std::vector<Operation>& ops) {
  Variables used;
  Variables bound;
  collect(ops, used, bound);
  Variables open;
  std::set_difference(used.begin(), used.end(), bound.begin(), bound.end(),
                      std::inserter(open, open.end()));
  return open;
}

ir::Plan traced_plan(ir::Module& module, const passes::Estimates& estimates, const ir::Rule& rule) {
  ir::Plan plan = passes::build_plan(
      module, estimates, rule, passes::order_literals(module, estimates, {}, rule, std::nullopt),
      std::nullopt);
  static_cast<void>(passes::introduce_exists(plan));
  for (Operation& op : plan.ops) {
    if (op.kind == Operation::Kind::exists) nest(op.body, free_variables(op.body));
  }
  return plan;
}

bool arrives_once(const ir::Plan& plan) {
  Variables head;
  for (const Argument& arg : plan.ops.back().args) {
    if (arg.kind == Argument::Kind::variable) head.insert(arg.id);
  }
  return std::all_of(plan.ops.begin(), plan.ops.end(), [&](const Operation& op) {
    return !walks(op) || std::all_of(op.args.begin(), op.args.end(), [&](const Argument& arg) {
      if (arg.kind == Argument::Kind::binder) return head.contains(arg.id);
      return arg.kind != Argument::Kind::ignore;
    });
  });
}

}  // namespace tesuji::slices
