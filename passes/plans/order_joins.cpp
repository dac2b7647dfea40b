#include "passes/plans/order_joins.h"

#include "passes/ordering/literal_order.h"
#include "passes/plans/introduce_exists.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tesuji::passes {

// --- Operations of a plan

namespace {

using ir::Argument;
using ir::Operation;

class PlanBuilder {
 public:
  PlanBuilder(ir::Module& module, const Estimates& estimates, const ir::Rule& rule)
      : module_(module), estimates_(estimates), rule_(rule), bound_(rule.variables.size(), false) {
    plan_.rule = rule.name;
    plan_.variables = rule.variables;
    plan_.span = rule.span;
    count_occurrences();
  }

  ir::Plan build(const std::vector<std::size_t>& order, std::optional<std::size_t> delta) {
    if (module_.relations[rule_.head].storage == ir::Storage::call) add_given();
    for (const std::size_t which : order) {
      const ir::Literal& literal = rule_.body[which];
      const bool is_delta = delta && which == *delta;
      const bool binds = std::any_of(literal.args.begin(), literal.args.end(),
                                     [&](const Argument& arg) { return !is_bound(arg); });
      if (holds_of_given(literal)) continue;
      if (literal.kind == ir::Literal::Kind::positive && (binds || is_delta)) {
        add_walk(literal, is_delta);
      } else {
        add_filter(literal);
      }
    }
    Operation insert;
    insert.kind = Operation::Kind::insert;
    insert.relation = rule_.head;
    insert.args = rule_.head_args;
    insert.span = rule_.span;
    add(std::move(insert));
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
    return arg.kind == Argument::Kind::constant ||
           (arg.kind == Argument::Kind::variable && bound_[arg.id]);
  }

  void add(Operation op) {
    op.estimate = live_;
    plan_.ops.push_back(std::move(op));
  }

  void add_filter(const ir::Literal& literal) {
    Operation op;
    op.span = literal.span;
    op.relation = literal.relation;
    op.args = literal.args;
    op.right = literal.right;
    switch (literal.kind) {
      case ir::Literal::Kind::positive:
        op.kind = Operation::Kind::test;
        live_ *= std::min(1.0, estimates_.matches(literal.relation, literal.args, bound_));
        break;
      case ir::Literal::Kind::negative:
        op.kind = Operation::Kind::absent;
        live_ *= filter_selectivity;
        break;
      case ir::Literal::Kind::different:
        op.kind = Operation::Kind::different;
        live_ *= filter_selectivity;
        break;
      case ir::Literal::Kind::same:
        op.kind = Operation::Kind::same;
        live_ *= 1 - filter_selectivity;
        break;
    }
    add(std::move(op));
  }

  /// Returns the relation's index on these columns, declaring it if necessary.
  std::uint32_t index_on(ir::RelationId relation, const ir::Index& columns) {
    std::vector<ir::Index>& indexes = module_.relations[relation].indexes;
    const auto found = std::find(indexes.begin(), indexes.end(), columns);
    if (found != indexes.end()) return static_cast<std::uint32_t>(found - indexes.begin());
    indexes.push_back(columns);
    return static_cast<std::uint32_t>(indexes.size() - 1);
  }

  /// Whether the literal tests whether a value given by a call is one of some constants, and its
  /// column has no others.
  [[nodiscard]] bool holds_of_given(const ir::Literal& literal) const {
    if (literal.kind != ir::Literal::Kind::positive || literal.args.size() != 1) return false;
    const ir::Relation& tested = module_.relations[literal.relation];
    const ir::Relation& head = module_.relations[rule_.head];
    if (tested.kind != ir::RelationKind::fixed) return false;
    for (std::size_t c = 0; c < rule_.head_args.size(); ++c) {
      if (rule_.head_args[c] != literal.args[0] || !ir::is_given_to_call(head, c)) continue;
      const std::vector<ir::Symbol>& values = module_.domains[head.columns[c]].values;
      return std::all_of(values.begin(), values.end(), [&](ir::Symbol value) {
        return std::find(tested.facts.cells.begin(), tested.facts.cells.end(), value) !=
               tested.facts.cells.end();
      });
    }
    return false;
  }

  /// Adds the given values of the call, a single tuple.
  void add_given() {
    ir::Literal literal;
    literal.relation = rule_.head;
    literal.span = rule_.span;
    for (std::uint32_t c = 0; c < rule_.head_args.size(); ++c) {
      const bool given = ir::is_given_to_call(module_.relations[rule_.head], c);
      literal.args.push_back(given ? rule_.head_args[c] : Argument::ignored());
    }
    add_binding(literal, false, 1);
  }

  void add_walk(const ir::Literal& literal, bool delta) {
    add_binding(literal, delta, estimates_.matches(literal.relation, literal.args, bound_));
  }

  void add_binding(const ir::Literal& literal, bool delta, double matches) {
    Operation op;
    op.relation = literal.relation;
    op.span = literal.span;
    op.delta = delta;
    ir::Index given;
    std::vector<std::pair<ir::VariableId, ir::VariableId>> repeated;
    std::vector<ir::VariableId> here;
    for (std::uint32_t c = 0; c < literal.args.size(); ++c) {
      const Argument& arg = literal.args[c];
      if (is_bound(arg)) {
        op.args.push_back(arg);
        given.push_back(c);
      } else if (arg.kind != Argument::Kind::variable || occurrences_[arg.id] == 1) {
        op.args.push_back(Argument::ignored());
      } else if (std::find(here.begin(), here.end(), arg.id) != here.end()) {
        const auto copy = static_cast<ir::VariableId>(plan_.variables.size());
        plan_.variables.push_back(rule_.variables[arg.id] + "." + std::to_string(copy));
        op.args.push_back(Argument::binder(copy));
        repeated.emplace_back(arg.id, copy);
      } else {
        op.args.push_back(Argument::binder(arg.id));
        here.push_back(arg.id);
      }
    }
    for (const ir::VariableId variable : here) bound_[variable] = true;
    if (literal.relation == rule_.head && plan_.ops.empty() &&
        module_.relations[rule_.head].storage == ir::Storage::call) {
      op.kind = Operation::Kind::given;
    } else {
      choose_access(op, given, !here.empty());
    }
    live_ *= op.kind == Operation::Kind::test ? std::min(1.0, matches) : matches;
    add(std::move(op));
    for (const auto& [first, copy] : repeated) {
      // The scan's estimate counts only the tuples in which they are equal.
      Operation same;
      same.kind = Operation::Kind::same;
      same.args = {Argument::variable(first)};
      same.right = {Argument::variable(copy)};
      same.span = literal.span;
      add(std::move(same));
    }
  }

  void choose_access(Operation& op, const ir::Index& given, bool binds) {
    const ir::Storage storage = module_.relations[op.relation].storage;
    const bool indexed = storage == ir::Storage::rows || storage == ir::Storage::table;
    if (op.delta) return;
    if (storage == ir::Storage::call && binds) {
      op.kind = Operation::Kind::probe;
      op.index = 0;
      return;
    }
    if (!binds && (!indexed || given.size() == op.args.size())) {
      op.kind = Operation::Kind::test;
    } else if (indexed && !given.empty()) {
      op.kind = Operation::Kind::probe;
      op.index = index_on(op.relation, given);
    }
  }

  ir::Module& module_;
  const Estimates& estimates_;
  const ir::Rule& rule_;
  ir::Plan plan_;
  std::vector<std::uint32_t> occurrences_;
  std::vector<bool> bound_;
  double live_ = 1;
};

}  // namespace

ir::Plan build_plan(ir::Module& module, const Estimates& estimates, const ir::Rule& rule,
                    const std::vector<std::size_t>& order, std::optional<std::size_t> delta) {
  return PlanBuilder(module, estimates, rule).build(order, delta);
}

// --- The pass

namespace {

/// Minimum estimated rows of a derived relation: estimates near zero are not trusted.
constexpr double least_rows = 0.1;

/// Whether the literal calls the rule's own relation with other values than the rule is given.
bool is_other_call(const ir::Module& module, const ir::Rule& rule, const ir::Literal& literal) {
  const ir::Relation& relation = module.relations[literal.relation];
  if (relation.storage != ir::Storage::call) return false;
  return std::any_of(relation.indexes[0].begin(), relation.indexes[0].end(),
                     [&](std::uint32_t c) { return literal.args[c] != rule.head_args[c]; });
}

/// Returns the positions of the body literals of the rule's own stratum that scan deltas.
std::vector<std::size_t> recursive_literals(const ir::Module& module, const ir::Rule& rule,
                                            const ir::Stratum& stratum) {
  std::vector<std::size_t> result;
  if (!stratum.recursive) return result;
  for (std::size_t i = 0; i < rule.body.size(); ++i) {
    const ir::Literal& literal = rule.body[i];
    if (literal.kind != ir::Literal::Kind::positive) continue;
    const auto& own = stratum.relations;
    if (std::find(own.begin(), own.end(), literal.relation) == own.end()) continue;
    if (is_other_call(module, rule, literal)) continue;
    result.push_back(i);
  }
  return result;
}

/// Returns the expected number of tuples that the plan inserts: parts tested for existence count
/// once.
double expected_inserts(ir::Plan plan) {
  introduce_exists(plan);
  return plan.ops.back().estimate;
}

}  // namespace

bool order_joins(ir::Module& module, PassContext& context) {
  Estimates estimates(module);
  const auto plan_of = [&](const ir::Rule& rule, std::optional<std::size_t> delta) {
    return build_plan(module, estimates, rule,
                      order_literals(module, estimates, context.ordering, rule, delta), delta);
  };
  module.plans.clear();
  std::vector<std::vector<std::uint32_t>> rules_of(module.relations.size());
  for (std::uint32_t r = 0; r < module.rules.size(); ++r) {
    rules_of[module.rules[r].head].push_back(r);
  }
  std::vector<double> expected(module.relations.size(), 0);
  for (ir::Stratum& stratum : module.strata) {
    stratum.plans.clear();
    std::vector<ir::Plan> deltas;
    for (const ir::RelationId id : stratum.relations) {
      for (const std::uint32_t r : rules_of[id]) {
        const ir::Rule& rule = module.rules[r];
        const std::vector<std::size_t> own = recursive_literals(module, rule, stratum);
        if (own.empty()) {
          ir::Plan plan = plan_of(rule, std::nullopt);
          expected[id] += expected_inserts(plan);
          stratum.plans.push_back(static_cast<std::uint32_t>(module.plans.size()));
          module.plans.push_back(std::move(plan));
        }
        for (std::uint32_t k = 0; k < own.size(); ++k) {
          ir::Plan plan = plan_of(rule, own[k]);
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
      if (stratum.recursive) continue;
      const ir::Relation& relation = module.relations[id];
      const auto calls = static_cast<double>(module.product_size(relation)) /
                         static_cast<double>(std::max<std::uint64_t>(
                             1, module.tuples_per_call(relation)));  // distinct tuples
      estimates.set_rows(id, std::max(expected[id], least_rows) * calls);
    }
  }
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    module.relations[id].expected_rows = estimates.rows(id);
  }
  module.level = ir::Level::plans;
  return true;
}

}  // namespace tesuji::passes
