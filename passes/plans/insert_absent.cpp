#include "passes/plans/insert_absent.h"

#include "ir/module/agenda_premises.h"
#include "passes/plans/plan_checks.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

using ir::Operation;

/// Whether a check in front of this operation would save no work: there is one, or nothing but
/// comparisons and functions, which are cheaper, before the conclusions. Adding a fact looks for it
/// anyway.
bool saves_nothing(const std::vector<Operation>& ops, std::size_t next) {
  while (ops[next].kind == Operation::Kind::compare || ops[next].kind == Operation::Kind::compute) {
    ++next;
  }
  return ops[next].kind == Operation::Kind::unless_derived ||
         ops[next].kind == Operation::Kind::insert;
}

bool insert_absent(ir::Agenda& agenda) {
  if (!only_adds(agenda)) return false;
  const std::vector<ir::VariableId> wanted = conclusion_variables(agenda);
  std::vector<bool> bound(agenda.variables.size());
  std::vector<Operation> ops;
  bool changed = false;
  for (std::size_t i = 0; i < agenda.ops.size(); ++i) {
    ops.push_back(agenda.ops[i]);
    if (!binds(agenda.ops[i])) continue;
    mark_bound(agenda.ops[i], bound);
    const bool ready = std::all_of(wanted.begin(), wanted.end(),
                                   [&](ir::VariableId variable) { return bound[variable]; });
    if (!ready || saves_nothing(agenda.ops, i + 1)) continue;
    Operation check;
    check.kind = Operation::Kind::unless_derived;
    check.estimate = agenda.ops[i].estimate;
    check.origin = "insert-absent";
    check.span = agenda.ops[i].span;
    ops.push_back(std::move(check));
    changed = true;
  }
  agenda.ops = std::move(ops);
  return changed;
}

}  // namespace

bool insert_absent(ir::Module& module, PassContext& /*context*/) {
  bool changed = false;
  for (ir::Agenda& agenda : module.agendas) changed |= insert_absent(agenda);
  changed |= insert_absent_checks(module);
  return changed;
}

}  // namespace tesuji::passes
