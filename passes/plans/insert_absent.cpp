#include "passes/plans/insert_absent.h"

#include "ir/module/agenda_premises.h"
#include "passes/plans/plan_checks.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

using ir::AgendaOperation;
using ir::Argument;

/// Whether the operation binds a variable; marks those it binds.
bool binds(const AgendaOperation& op, std::vector<bool>& bound) {
  bool any = false;
  for (const Argument& argument : op.args) {
    if (argument.kind != Argument::Kind::binder) continue;
    bound[argument.id] = true;
    any = true;
  }
  return any;
}

bool insert_absent(ir::Agenda& agenda) {
  if (!only_adds(agenda)) return false;
  const std::vector<ir::VariableId> wanted = conclusion_variables(agenda);
  std::vector<bool> bound(agenda.variables.size());
  std::vector<AgendaOperation> ops;
  bool changed = false;
  for (std::size_t i = 0; i < agenda.ops.size(); ++i) {
    ops.push_back(agenda.ops[i]);
    if (!binds(agenda.ops[i], bound)) continue;
    // Comparisons are cheaper than a look for facts, and may make one needless.
    while (agenda.ops[i + 1].kind == AgendaOperation::Kind::compare) {
      ops.push_back(agenda.ops[++i]);
    }
    const bool ready = std::all_of(wanted.begin(), wanted.end(),
                                   [&](ir::VariableId variable) { return bound[variable]; });
    // Adding a fact looks for it anyway.
    const AgendaOperation::Kind next = agenda.ops[i + 1].kind;
    const bool idle =
        next == AgendaOperation::Kind::unless_derived || next == AgendaOperation::Kind::add;
    if (!ready || idle) continue;
    AgendaOperation check;
    check.kind = AgendaOperation::Kind::unless_derived;
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
