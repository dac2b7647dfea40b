#include "passes/plans/plan_existence.h"

#include "passes/analysis/independent_parts.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::passes {
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

}  // namespace tesuji::passes
