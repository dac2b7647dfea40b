#include "passes/introduce_exists.h"

#include "ir/agenda_premises.h"

#include <algorithm>
#include <set>

namespace tesuji::passes {
namespace {

using ir::AgendaOperation;
using ir::Argument;

/// Operations that hang together by variables they bind.
struct Group {
  std::vector<AgendaOperation> ops;
  std::set<ir::VariableId> variables;
};

bool binds(const AgendaOperation& op) {
  return std::any_of(op.args.begin(), op.args.end(), [](const Argument& argument) {
    return argument.kind == Argument::Kind::binder;
  });
}

/// Splits the operations behind `first` (premises only) into groups, each in its
/// present order and the groups in the order of their first operations.
std::vector<Group> split(const std::vector<AgendaOperation>& ops, std::size_t first,
                         const std::vector<bool>& bound) {
  std::vector<Group> groups;
  for (std::size_t i = first; i < ops.size(); ++i) {
    Group joined;
    for (const Argument& argument : ops[i].args) {
      const bool open = argument.kind == Argument::Kind::binder ||
                        (argument.kind == Argument::Kind::variable && !bound[argument.id]);
      if (open) joined.variables.insert(argument.id);
    }
    // A group that shares a variable takes the operation in; several become one.
    auto target = groups.end();
    for (auto group = groups.begin(); group != groups.end();) {
      const bool shares =
          std::any_of(joined.variables.begin(), joined.variables.end(),
                      [&](ir::VariableId variable) { return group->variables.contains(variable); });
      if (!shares) {
        ++group;
      } else if (target == groups.end()) {
        target = group++;
      } else {
        // Both lists keep their order; which of them comes first does not matter,
        // as neither uses what the other binds.
        std::move(group->ops.begin(), group->ops.end(), std::back_inserter(target->ops));
        target->variables.merge(group->variables);
        group = groups.erase(group);
      }
    }
    if (target == groups.end()) {
      groups.push_back(std::move(joined));
      target = groups.end() - 1;
    } else {
      target->variables.merge(joined.variables);
    }
    target->ops.push_back(ops[i]);
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
  for (Group& group : split(rest, first, bound)) {
    if (!std::any_of(group.ops.begin(), group.ops.end(), binds)) {
      std::move(group.ops.begin(), group.ops.end(), std::back_inserter(ops));
      continue;
    }
    AgendaOperation exists;
    exists.kind = AgendaOperation::Kind::exists;
    exists.estimate = std::min(group.ops.back().estimate, group.ops.front().estimate);
    exists.origin = "introduce-exists";
    exists.span = group.ops.front().span;
    exists.body = std::move(group.ops);
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
  return changed;
}

}  // namespace tesuji::passes
