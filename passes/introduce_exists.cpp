#include "passes/introduce_exists.h"

#include "ir/agenda_premises.h"
#include "passes/independent_parts.h"
#include "passes/plan_existence.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::AgendaOperation;
using ir::Argument;

bool binds(const AgendaOperation& op) {
  return std::any_of(op.args.begin(), op.args.end(), [](const Argument& argument) {
    return argument.kind == Argument::Kind::binder;
  });
}

/// Splits the operations behind `first` (premises only) into groups, each in its
/// present order and the groups in the order of their first operations.
std::vector<std::vector<AgendaOperation>> split(const std::vector<AgendaOperation>& ops,
                                                std::size_t first, const std::vector<bool>& bound) {
  std::vector<std::set<ir::VariableId>> open;
  for (std::size_t i = first; i < ops.size(); ++i) {
    std::set<ir::VariableId>& own = open.emplace_back();
    for (const Argument& argument : ops[i].args) {
      const bool named = argument.kind == Argument::Kind::binder ||
                         (argument.kind == Argument::Kind::variable && !bound[argument.id]);
      if (named) own.insert(argument.id);
    }
  }
  std::vector<std::vector<AgendaOperation>> groups;
  for (const Part& part : independent_parts(open)) {
    std::vector<AgendaOperation>& group = groups.emplace_back();
    for (const std::size_t member : part.members) group.push_back(ops[first + member]);
  }
  return groups;
}

bool introduce_exists(ir::Agenda& agenda) {
  const auto conclusion =
      std::find_if(agenda.ops.begin(), agenda.ops.end(),
                   [](const AgendaOperation& op) { return op.kind == AgendaOperation::Kind::add; });
  if (!only_adds(agenda) || conclusion == agenda.ops.end()) return false;
  const bool marked = std::any_of(agenda.ops.begin(), conclusion, [](const AgendaOperation& op) {
    return op.kind == AgendaOperation::Kind::exists ||
           op.kind == AgendaOperation::Kind::unless_derived;
  });
  if (marked) return false;

  const std::vector<ir::VariableId> wanted = conclusion_variables(agenda);
  std::vector<bool> bound(agenda.variables.size());
  std::size_t first = 0;  // where the question begins
  const auto ready = [&] {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](auto variable) { return bound[variable]; });
  };
  const auto premises = static_cast<std::size_t>(conclusion - agenda.ops.begin());
  for (; first < premises && !ready(); ++first) {
    for (const Argument& argument : agenda.ops[first].args) {
      if (argument.kind == Argument::Kind::binder) bound[argument.id] = true;
    }
  }

  std::vector<AgendaOperation> ops(agenda.ops.begin(),
                                   agenda.ops.begin() + static_cast<std::ptrdiff_t>(first));
  bool changed = false;
  const std::vector<AgendaOperation> rest(agenda.ops.begin(), conclusion);
  for (std::vector<AgendaOperation>& group : split(rest, first, bound)) {
    if (!std::any_of(group.begin(), group.end(), binds)) {
      std::move(group.begin(), group.end(), std::back_inserter(ops));
      continue;
    }
    AgendaOperation exists;
    exists.kind = AgendaOperation::Kind::exists;
    exists.estimate = std::min(group.back().estimate, group.front().estimate);
    exists.origin = "introduce-exists";
    exists.span = group.front().span;
    exists.body = std::move(group);
    ops.push_back(std::move(exists));
    changed = true;
  }
  ops.insert(ops.end(), conclusion, agenda.ops.end());
  agenda.ops = std::move(ops);
  return changed;
}

}  // namespace

bool introduce_exists(ir::Module& module, PassContext& /*context*/) {
  bool changed = false;
  for (ir::Agenda& agenda : module.agendas) changed |= introduce_exists(agenda);
  for (ir::Plan& plan : module.plans) changed |= introduce_exists(plan);
  return changed;
}

}  // namespace tesuji::passes
