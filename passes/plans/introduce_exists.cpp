#include "passes/plans/introduce_exists.h"

#include "ir/module/agenda_premises.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace tesuji::passes {

// --- Independent parts

namespace {

/// Represents disjoint sets of operations (Tarjan 1975), with path halving; a set's root is its
/// first member.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::size_t root(std::size_t member) {
    while (parent_[member] != member) {
      member = parent_[member] = parent_[parent_[member]];
    }
    return member;
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

std::vector<Part> independent_parts(const std::vector<std::set<ir::VariableId>>& open) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t variables = 0;
  for (const auto& own : open) {
    if (!own.empty()) variables = std::max<std::size_t>(variables, *own.rbegin() + 1);
  }
  Sets sets(open.size());
  std::vector<std::size_t> first(variables, none);  // first operation with the variable
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const ir::VariableId variable : open[i]) {
      if (first[variable] == none) first[variable] = i;
      sets.join(first[variable], i);
    }
  }
  // Roots are first members, so parts are ordered by these.
  std::vector<Part> parts;
  std::vector<std::size_t> part_of(open.size(), none);
  for (std::size_t i = 0; i < open.size(); ++i) {
    std::size_t& number = part_of[sets.root(i)];
    if (number == none) {
      number = parts.size();
      parts.emplace_back();
    }
    parts[number].members.push_back(i);
  }
  for (ir::VariableId variable = 0; variable < variables; ++variable) {
    if (first[variable] == none) continue;
    std::set<ir::VariableId>& own = parts[part_of[sets.root(first[variable])]].variables;
    own.insert(own.end(), variable);
  }
  return parts;
}

// --- Plans

namespace {

using ir::Argument;
using ir::Operation;
using Variables = std::set<ir::VariableId>;

/// An operation, and the number of bindings it leaves per arriving binding.
struct Step {
  Operation op;
  double factor = 1;
};

class Existence {
 public:
  /// `wanted`: the head's variables.
  Existence(const ir::Plan& plan, Variables wanted)
      : wanted_(std::move(wanted)), bound_(plan.variables.size(), false) {}

  /// Returns the steps with existence tests as early as possible, with estimates for `live`
  /// arriving bindings. `depth`: number of enclosing tests.
  std::vector<Operation> rewrite(std::vector<Step> rest, double& live, int depth) {
    std::vector<Operation> ops;
    while (!rest.empty()) {
      if (!walks(rest.front().op) || rest.front().op.delta) {
        take_front(rest, ops, live);
        continue;
      }
      std::vector<Part> parts = parts_of(rest);
      if (depth > 0 && (parts.size() == 1 || depth == max_test_depth)) {
        parts.clear();
      } else {
        std::erase_if(parts, [&](const Part& part) { return feeds_head(part); });
      }
      if (parts.empty()) {
        take_front(rest, ops, live);
      } else {
        place_tests(parts, rest, ops, live, depth);
        changed_ = true;
      }
    }
    return ops;
  }

  [[nodiscard]] bool changed() const { return changed_; }

 private:
  void take_front(std::vector<Step>& rest, std::vector<Operation>& ops, double& live) {
    live *= rest.front().factor;
    Operation& op = rest.front().op;
    op.estimate = live;
    mark_bound(op, bound_);
    ops.push_back(std::move(op));
    rest.erase(rest.begin());
  }

  std::vector<Part> parts_of(const std::vector<Step>& rest) const {
    std::vector<Variables> open;
    for (const Step& step : rest) open.push_back(open_variables(step.op, bound_));
    return independent_parts(open);
  }

  /// Whether the part has a variable of the head that is still unbound.
  bool feeds_head(const Part& part) const {
    return std::any_of(part.variables.begin(), part.variables.end(),
                       [&](ir::VariableId variable) { return wanted_.contains(variable); });
  }

  /// Removes the parts from `rest` and tests them, the cheapest first.
  void place_tests(const std::vector<Part>& parts, std::vector<Step>& rest,
                   std::vector<Operation>& ops, double& live, int depth) {
    struct Test {
      std::vector<Operation> ops;
      double chance = 1;
      double cost = 0;
    };
    std::vector<Test> tests;
    std::vector<bool> taken(rest.size(), false);
    for (const Part& part : parts) {
      std::vector<Step> steps;
      for (const std::size_t member : part.members) {
        steps.push_back(std::move(rest[member]));
        taken[member] = true;
      }
      const std::vector<bool> before = bound_;
      Test& test = tests.emplace_back();
      test.ops = rewrite(std::move(steps), test.chance, depth + 1);
      for (const Operation& op : test.ops) test.cost += op.estimate;
      bound_ = before;
    }
    std::stable_sort(tests.begin(), tests.end(),
                     [](const Test& a, const Test& b) { return a.cost < b.cost; });
    for (Test& test : tests) {
      live *= std::min(1.0, test.chance);
      add(std::move(test.ops), ops, live);
    }
    std::vector<Step> left;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (!taken[i]) left.push_back(std::move(rest[i]));
    }
    rest = std::move(left);
  }

  static void add(std::vector<Operation> test, std::vector<Operation>& ops, double live) {
    if (test.size() == 1 && !walks(test.front())) {
      test.front().estimate = live;
      ops.push_back(std::move(test.front()));
      return;
    }
    ops.push_back(existence_test(std::move(test), live));
  }

  Variables wanted_;
  std::vector<bool> bound_;
  bool changed_ = false;
};

}  // namespace

Variables open_variables(const Operation& op, const std::vector<bool>& bound) {
  Variables open;
  for (const auto* args : {&op.args, &op.right}) {
    for (const Argument& arg : *args) {
      const bool named = arg.kind == Argument::Kind::binder || arg.kind == Argument::Kind::variable;
      if (named && !bound[arg.id]) open.insert(arg.id);
    }
  }
  return open;
}

Operation existence_test(std::vector<Operation> body, double estimate) {
  Operation exists;
  exists.kind = Operation::Kind::exists;
  exists.estimate = estimate;
  exists.span = body.front().span;
  exists.origin = "introduce-exists";
  exists.body = std::move(body);
  return exists;
}

bool introduce_exists(ir::Plan& plan) {
  if (has_checks(plan.ops) || plan.ops.empty()) return false;
  std::vector<Step> steps;
  double before = 1;
  for (const Operation& op : plan.ops) {
    steps.push_back({op, before > 0 ? op.estimate / before : 0});
    before = op.estimate;
  }
  Operation insert = plan.ops.back();
  steps.pop_back();
  Variables wanted;
  for (const Argument& arg : insert.args) {
    if (arg.kind == Argument::Kind::variable) wanted.insert(arg.id);
  }
  Existence existence(plan, std::move(wanted));
  double live = 1;
  std::vector<Operation> ops = existence.rewrite(std::move(steps), live, 0);
  if (!existence.changed()) return false;
  insert.estimate = live;
  ops.push_back(std::move(insert));
  plan.ops = std::move(ops);
  return true;
}

// --- The pass

namespace {

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
