#include "passes/order_joins.h"

#include "passes/estimates.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Operation;

/// What a comparison or negated literal is expected to let through.
constexpr double filter_selectivity = 0.7;

class RulePlanner {
 public:
  RulePlanner(ir::Module& module, const Estimates& estimates, const ir::Rule& rule,
              std::optional<std::size_t> delta_literal)
      : module_(module), estimates_(estimates), rule_(rule), delta_(delta_literal) {}

  ir::Plan plan() {
    plan_.rule = rule_.name;
    plan_.variables = rule_.variables;
    plan_.span = rule_.span;
    count_occurrences();
    bound_.assign(rule_.variables.size(), false);
    std::vector<std::size_t> rest(rule_.body.size());
    std::iota(rest.begin(), rest.end(), 0U);
    double live = 1;
    if (delta_) {
      std::erase(rest, *delta_);
      place_positive(*delta_, plan_.ops, live);
    }
    order(rest, plan_.ops, live, false);
    Operation insert;
    insert.kind = Operation::Kind::insert;
    insert.relation = rule_.head;
    insert.args = rule_.head_args;
    insert.estimate = live;
    insert.span = rule_.span;
    plan_.ops.push_back(std::move(insert));
    return std::move(plan_);
  }

 private:
  void count_occurrences() {
    occurrences_.assign(rule_.variables.size(), 0);
    const auto count = [&](const std::vector<Argument>& args) {
      for (const Argument& arg : args) {
        if (arg.kind == Argument::Kind::variable) ++occurrences_[arg.id];
      }
    };
    count(rule_.head_args);
    for (const ir::Literal& literal : rule_.body) {
      count(literal.args);
      count(literal.right);
    }
  }

  [[nodiscard]] bool is_bound(const Argument& arg) const {
    return arg.kind == Argument::Kind::constant || bound_[arg.id];
  }

  [[nodiscard]] bool all_bound(const std::vector<Argument>& args) const {
    return std::all_of(args.begin(), args.end(), [&](const Argument& a) { return is_bound(a); });
  }

  [[nodiscard]] std::vector<bool> bound_columns(const ir::Literal& literal) const {
    std::vector<bool> columns;
    for (const Argument& arg : literal.args) columns.push_back(is_bound(arg));
    return columns;
  }

  // Ordering ---------------------------------------------------------------

  /// Places all literals of `rest`. Parts that share no unbound variable with
  /// the head are existence tests and stand as early as they can; inside such a
  /// test (`existing`) the same goes for parts that share none with each other.
  void order(std::vector<std::size_t> rest, std::vector<Operation>& ops, double& live,
             bool existing) {
    for (;;) {
      place_filters(rest, ops, live);
      if (rest.empty()) return;
      std::vector<std::vector<std::size_t>> groups = components(rest);
      if (!existing) {
        std::erase_if(groups, [&](const auto& group) { return feeds_head(group); });
      } else if (groups.size() == 1) {
        groups.clear();
      }
      if (!groups.empty()) {
        place_existence_tests(groups, ops, live);
        for (const auto& group : groups) {
          for (const std::size_t literal : group) std::erase(rest, literal);
        }
        continue;
      }
      const std::size_t best = cheapest(rest);
      std::erase(rest, best);
      place_positive(best, ops, live);
    }
  }

  /// Whether the group has a variable of the head that is still unbound.
  bool feeds_head(const std::vector<std::size_t>& group) const {
    std::set<ir::VariableId> head;
    unbound_variables(rule_.head_args, head);
    return std::any_of(group.begin(), group.end(), [&](std::size_t literal) {
      std::set<ir::VariableId> own;
      unbound_variables(rule_.body[literal].args, own);
      return std::any_of(own.begin(), own.end(), [&](auto v) { return head.contains(v); });
    });
  }

  std::size_t cheapest(const std::vector<std::size_t>& rest) const {
    std::optional<std::size_t> best;
    double best_matches = 0;
    double best_walk = 0;
    for (const std::size_t literal : rest) {
      if (rule_.body[literal].kind != ir::Literal::Kind::positive) continue;
      const std::vector<bool> columns = bound_columns(rule_.body[literal]);
      const double matches = estimates_.matches(rule_.body[literal].relation, columns);
      const double walk = estimates_.walk(rule_.body[literal].relation, columns);
      if (!best || matches < best_matches || (matches == best_matches && walk < best_walk)) {
        best = literal;
        best_matches = matches;
        best_walk = walk;
      }
    }
    return *best;
  }

  /// Everything that is ground by now: comparisons first, then look-ups.
  void place_filters(std::vector<std::size_t>& rest, std::vector<Operation>& ops, double& live) {
    for (const bool comparisons : {true, false}) {
      std::erase_if(rest, [&](std::size_t literal) {
        const ir::Literal& l = rule_.body[literal];
        const bool compares =
            l.kind == ir::Literal::Kind::different || l.kind == ir::Literal::Kind::same;
        if (compares != comparisons || !all_bound(l.args) || !all_bound(l.right)) return false;
        place_filter(l, ops, live);
        return true;
      });
    }
  }

  void place_filter(const ir::Literal& literal, std::vector<Operation>& ops, double& live) {
    Operation op;
    op.span = literal.span;
    op.relation = literal.relation;
    op.args = literal.args;
    op.right = literal.right;
    switch (literal.kind) {
      case ir::Literal::Kind::positive:
        op.kind = Operation::Kind::test;
        live *= std::min(1.0, estimates_.matches(literal.relation, bound_columns(literal)));
        break;
      case ir::Literal::Kind::negative:
        op.kind = Operation::Kind::absent;
        live *= filter_selectivity;
        break;
      case ir::Literal::Kind::different:
        op.kind = Operation::Kind::different;
        live *= filter_selectivity;
        break;
      case ir::Literal::Kind::same:
        op.kind = Operation::Kind::same;
        live *= 1 - filter_selectivity;
        break;
    }
    op.estimate = live;
    ops.push_back(std::move(op));
  }

  // Existence tests ----------------------------------------------------------

  void unbound_variables(const std::vector<Argument>& args, std::set<ir::VariableId>& into) const {
    for (const Argument& arg : args) {
      if (arg.kind == Argument::Kind::variable && !bound_[arg.id]) into.insert(arg.id);
    }
  }

  /// Literals that share unbound variables, directly or through others.
  std::vector<std::vector<std::size_t>> components(const std::vector<std::size_t>& rest) const {
    std::vector<std::vector<std::size_t>> groups;
    std::vector<std::set<ir::VariableId>> variables;
    for (const std::size_t literal : rest) {
      std::vector<std::size_t> group{literal};
      std::set<ir::VariableId> own;
      unbound_variables(rule_.body[literal].args, own);
      unbound_variables(rule_.body[literal].right, own);
      for (std::size_t g = 0; g < groups.size();) {
        const bool shares =
            std::any_of(own.begin(), own.end(), [&](auto v) { return variables[g].contains(v); });
        if (!shares) {
          ++g;
          continue;
        }
        group.insert(group.end(), groups[g].begin(), groups[g].end());
        own.insert(variables[g].begin(), variables[g].end());
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(g));
        variables.erase(variables.begin() + static_cast<std::ptrdiff_t>(g));
      }
      std::sort(group.begin(), group.end());
      groups.push_back(std::move(group));
      variables.push_back(std::move(own));
    }
    std::sort(groups.begin(), groups.end());
    return groups;
  }

  void place_existence_tests(const std::vector<std::vector<std::size_t>>& groups,
                             std::vector<Operation>& ops, double& live) {
    struct Test {
      std::vector<Operation> ops;
      double chance = 1;
      double cost = 0;
    };
    std::vector<Test> tests;
    for (const std::vector<std::size_t>& group : groups) {
      const std::vector<bool> before = bound_;
      Test test;
      order(group, test.ops, test.chance, true);
      for (const Operation& op : test.ops) test.cost += op.estimate;
      tests.push_back(std::move(test));
      bound_ = before;
    }
    std::stable_sort(tests.begin(), tests.end(),
                     [](const Test& a, const Test& b) { return a.cost < b.cost; });
    for (Test& test : tests) {
      live *= std::min(1.0, test.chance);
      if (test.ops.size() == 1 && test.ops[0].kind != Operation::Kind::scan &&
          test.ops[0].kind != Operation::Kind::probe) {
        test.ops[0].estimate = live;
        ops.push_back(std::move(test.ops[0]));
        continue;
      }
      Operation exists;
      exists.kind = Operation::Kind::exists;
      exists.body = std::move(test.ops);
      exists.estimate = live;
      exists.span = exists.body.front().span;
      exists.origin = "order-joins";
      ops.push_back(std::move(exists));
    }
  }

  // Positive literals --------------------------------------------------------

  std::uint32_t index_on(ir::RelationId relation, const ir::Index& columns) {
    std::vector<ir::Index>& indexes = module_.relations[relation].indexes;
    const auto found = std::find(indexes.begin(), indexes.end(), columns);
    if (found != indexes.end()) return static_cast<std::uint32_t>(found - indexes.begin());
    indexes.push_back(columns);
    return static_cast<std::uint32_t>(indexes.size() - 1);
  }

  void place_positive(std::size_t which, std::vector<Operation>& ops, double& live) {
    const ir::Literal& literal = rule_.body[which];
    const bool delta = delta_ && which == *delta_;
    live *= estimates_.matches(literal.relation, bound_columns(literal));

    Operation op;
    op.relation = literal.relation;
    op.span = literal.span;
    op.estimate = live;
    ir::Index given;
    bool binds = false;
    std::vector<std::pair<ir::VariableId, ir::VariableId>> repeated;
    std::set<ir::VariableId> here;
    for (std::uint32_t c = 0; c < literal.args.size(); ++c) {
      const Argument& arg = literal.args[c];
      if (is_bound(arg)) {
        // A variable this operation has just bound at an earlier column: bind
        // another one and compare the two behind it.
        if (arg.kind == Argument::Kind::variable && here.contains(arg.id)) {
          const auto copy = static_cast<ir::VariableId>(plan_.variables.size());
          plan_.variables.push_back(rule_.variables[arg.id] + "." + std::to_string(copy));
          bound_.push_back(true);
          op.args.push_back(Argument::binder(copy));
          repeated.emplace_back(arg.id, copy);
          continue;
        }
        op.args.push_back(arg);
        given.push_back(c);
      } else if (occurrences_[arg.id] == 1) {
        op.args.push_back(Argument::ignored());
      } else {
        op.args.push_back(Argument::binder(arg.id));
        here.insert(arg.id);
        bound_[arg.id] = true;
        binds = true;
      }
    }
    binds |= !repeated.empty();
    op.delta = delta;
    const ir::Storage storage = module_.relations[literal.relation].storage;
    const bool indexed = storage == ir::Storage::rows || storage == ir::Storage::table;
    if (!binds && !delta && (!indexed || given.size() == op.args.size())) {
      op.kind = Operation::Kind::test;
    } else if (indexed && !delta && !given.empty()) {
      op.kind = Operation::Kind::probe;
      op.index = index_on(literal.relation, given);
    }
    if (op.kind != Operation::Kind::test && !binds) {
      wrap_existence(std::move(op), delta, ops, live);
    } else {
      ops.push_back(std::move(op));
    }
    for (const auto& [first, copy] : repeated) {
      Operation same;
      same.kind = Operation::Kind::same;
      same.args = {Argument::variable(first)};
      same.right = {Argument::variable(copy)};
      live /= std::max(1.0, static_cast<double>(domain_size(literal, first)));
      same.estimate = live;
      same.span = literal.span;
      ops.push_back(std::move(same));
    }
  }

  /// A walk that binds nothing only asks whether there is a tuple.
  static void wrap_existence(Operation op, bool delta, std::vector<Operation>& ops, double& live) {
    if (delta) {
      ops.push_back(std::move(op));
      return;
    }
    live = std::min(live, op.estimate);
    Operation exists;
    exists.kind = Operation::Kind::exists;
    exists.estimate = op.estimate;
    exists.span = op.span;
    exists.origin = "order-joins";
    exists.body.push_back(std::move(op));
    ops.push_back(std::move(exists));
  }

  std::size_t domain_size(const ir::Literal& literal, ir::VariableId variable) const {
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      if (literal.args[c] == Argument::variable(variable)) {
        return module_.domains[module_.relations[literal.relation].columns[c]].values.size();
      }
    }
    return 1;
  }

  ir::Module& module_;
  const Estimates& estimates_;
  const ir::Rule& rule_;
  std::optional<std::size_t> delta_;
  ir::Plan plan_;
  std::vector<std::uint32_t> occurrences_;
  std::vector<bool> bound_;
};

/// Positions of the body literals of the rule's own stratum.
std::vector<std::size_t> recursive_literals(const ir::Rule& rule, const ir::Stratum& stratum) {
  std::vector<std::size_t> result;
  if (!stratum.recursive) return result;
  for (std::size_t i = 0; i < rule.body.size(); ++i) {
    const ir::Literal& literal = rule.body[i];
    if (literal.kind != ir::Literal::Kind::positive) continue;
    const auto& own = stratum.relations;
    if (std::find(own.begin(), own.end(), literal.relation) != own.end()) result.push_back(i);
  }
  return result;
}

double last_estimate(const ir::Plan& plan) {
  return plan.ops.back().estimate;
}

}  // namespace

bool order_joins(ir::Module& module, PassContext&) {
  Estimates estimates(module);
  module.plans.clear();
  std::vector<std::vector<std::uint32_t>> rules_of(module.relations.size());
  for (std::uint32_t r = 0; r < module.rules.size(); ++r) {
    rules_of[module.rules[r].head].push_back(r);
  }
  for (ir::Stratum& stratum : module.strata) {
    stratum.plans.clear();
    std::vector<ir::Plan> deltas;
    std::vector<double> expected(module.relations.size(), 0);
    for (const ir::RelationId id : stratum.relations) {
      for (const std::uint32_t r : rules_of[id]) {
        const ir::Rule& rule = module.rules[r];
        const std::vector<std::size_t> own = recursive_literals(rule, stratum);
        if (own.empty()) {
          ir::Plan plan = RulePlanner(module, estimates, rule, std::nullopt).plan();
          expected[id] += last_estimate(plan);
          stratum.plans.push_back(static_cast<std::uint32_t>(module.plans.size()));
          module.plans.push_back(std::move(plan));
        }
        for (std::uint32_t k = 0; k < own.size(); ++k) {
          ir::Plan plan = RulePlanner(module, estimates, rule, own[k]).plan();
          plan.delta_of = k;
          deltas.push_back(std::move(plan));
        }
      }
    }
    for (ir::Plan& plan : deltas) {
      stratum.plans.push_back(static_cast<std::uint32_t>(module.plans.size()));
      module.plans.push_back(std::move(plan));
    }
    for (const ir::RelationId id : stratum.relations) {
      if (!stratum.recursive) estimates.set_rows(id, std::max(expected[id], 1e-3));
    }
  }
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    module.relations[id].expected_rows = estimates.rows(id);
  }
  module.level = ir::Level::plans;
  return true;
}

}  // namespace tesuji::passes
