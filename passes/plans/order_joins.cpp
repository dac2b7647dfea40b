#include "passes/plans/order_joins.h"

#include "passes/analysis/estimates.h"
#include "passes/ordering/literal_order.h"
#include "passes/plans/introduce_exists.h"
#include "passes/plans/plan_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::passes {
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
