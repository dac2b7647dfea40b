#include "passes/plans/introduce_exists.h"

#include "ir/module/agenda_premises.h"
#include "passes/analysis/independent_parts.h"
#include "passes/plans/plan_existence.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Operation;

using Operations = std::vector<Operation>;

/// Returns the parts of premises that share no open variables, in the order of their first
/// operations.
std::vector<Part> parts_of(const Operations& ops, const std::vector<bool>& bound) {
  std::vector<std::set<ir::VariableId>> open;
  for (const Operation& op : ops) open.push_back(open_variables(op, bound));
  return independent_parts(open);
}

/// Splits premises into groups, each in its current order and the groups in the order of their
/// first operations.
std::vector<Operations> split(const Operations& ops, const std::vector<Part>& parts) {
  std::vector<Operations> groups;
  for (const Part& part : parts) {
    Operations& group = groups.emplace_back();
    for (const std::size_t member : part.members) group.push_back(ops[member]);
  }
  return groups;
}

std::vector<Operations> split(const Operations& ops, const std::vector<bool>& bound) {
  return split(ops, parts_of(ops, bound));
}

bool any_binds(const Operations& group) {
  return std::any_of(group.begin(), group.end(), ir::binds);
}

Operations body_of(const Operations& group, std::vector<bool> bound, int depth);

/// Adds the premises as an existence test, or unchanged if they bind nothing. `depth`: number of
/// enclosing tests.
void add_test(const Operations& group, const std::vector<bool>& bound, int depth, Operations& ops) {
  if (!any_binds(group)) {
    ops.insert(ops.end(), group.begin(), group.end());
    return;
  }
  ops.push_back(existence_test(body_of(group, bound, depth + 1),
                               std::min(group.back().estimate, group.front().estimate)));
}

/// Returns a test's premises: in their order, until the bound variables separate the rest into
/// parts. The last part that binds something is not a separate test: its first witness completes
/// the whole test.
Operations body_of(const Operations& group, std::vector<bool> bound, int depth) {
  Operations ops;
  Operations rest = group;
  while (!rest.empty()) {
    const bool bound_more = binds(rest.front());
    mark_bound(rest.front(), bound);
    ops.push_back(std::move(rest.front()));
    rest.erase(rest.begin());
    if (!bound_more || depth >= max_test_depth) continue;
    const std::vector<Part> members = parts_of(rest, bound);
    if (members.size() < 2) continue;
    std::vector<Operations> parts = split(rest, members);
    const auto last = std::find_if(parts.rbegin(), parts.rend(), any_binds);
    if (last == parts.rend()) continue;
    std::rotate(last.base() - 1, last.base(), parts.end());
    rest = std::move(parts.back());
    parts.pop_back();
    for (const Operations& part : parts) add_test(part, bound, depth, ops);
  }
  return ops;
}

/// Tests conditions of `unless` that share no variables separately.
bool introduce_exists_in_bodies(Operations& ops, std::size_t variables) {
  bool changed = false;
  for (Operation& op : ops) {
    if (op.kind != Operation::Kind::unless || has_checks(op.body)) continue;
    std::vector<bool> bound(variables);
    for (const ir::Argument& argument : op.args) bound[argument.id] = true;
    op.body = body_of(op.body, bound, 1);
    changed |= has_checks(op.body);
  }
  return changed;
}

bool introduce_exists_in(ir::Agenda& agenda) {
  const auto conclusion = std::find_if(agenda.ops.begin(), agenda.ops.end(), ir::concludes);
  if (!only_adds(agenda) || conclusion == agenda.ops.end()) return false;
  if (has_checks(agenda.ops)) return false;

  const std::vector<ir::VariableId> wanted = conclusion_variables(agenda);
  std::vector<bool> bound(agenda.variables.size());
  std::size_t first = 0;  // start of the existence test
  const auto ready = [&] {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](auto variable) { return bound[variable]; });
  };
  const auto premises = static_cast<std::size_t>(conclusion - agenda.ops.begin());
  for (; first < premises && !ready(); ++first) mark_bound(agenda.ops[first], bound);

  const auto question = agenda.ops.begin() + static_cast<std::ptrdiff_t>(first);
  Operations ops(agenda.ops.begin(), question);
  const Operations rest(question, conclusion);
  const bool changed = std::any_of(rest.begin(), rest.end(), ir::binds);
  for (const Operations& group : split(rest, bound)) add_test(group, bound, 0, ops);
  ops.insert(ops.end(), conclusion, agenda.ops.end());
  agenda.ops = std::move(ops);
  return changed;
}

}  // namespace

bool introduce_exists(ir::Module& module, PassContext& /*context*/) {
  bool changed = false;
  for (ir::Agenda& agenda : module.agendas) {
    changed |= introduce_exists_in(agenda);
    changed |= introduce_exists_in_bodies(agenda.ops, agenda.variables.size());
  }
  for (ir::Plan& plan : module.plans) changed |= introduce_exists(plan);
  return changed;
}

}  // namespace tesuji::passes
