#include "passes/calls/call_costs.h"

#include "passes/plans/planning.h"

#include <algorithm>
#include <cstddef>

namespace tesuji::passes {
namespace {

using ir::Operation;

/// Steps of a call besides those of its plans.
constexpr double steps_of_call = 4;
/// Calls that a recursive relation is expected to make for one from outside.
constexpr double recursive_calls = 4;

bool is_rare(const ir::Module& module, const std::vector<Operation>& ops) {
  return std::any_of(ops.begin(), ops.end(), [&](const Operation& op) {
    if (is_rare(module, op.body)) return true;
    if (op.relation == ir::no_id || op.kind == Operation::Kind::absent) return false;
    const ir::Relation& relation = module.relations[op.relation];
    return relation.kind == ir::RelationKind::state &&
           (relation.init == ir::no_id || module.relations[relation.init].facts.rows == 0);
  });
}

class CallCosts {
 public:
  explicit CallCosts(const ir::Module& module)
      : module_(module), each_(module.relations.size(), 0), calls_(module.relations.size(), 0) {}

  std::vector<double> run() {
    for (const ir::Stratum& stratum : module_.strata) add_cost_of_each(stratum);
    for (std::size_t s = module_.strata.size(); s-- > 0;) count_calls(module_.strata[s]);
    std::vector<double> costs(each_.size());
    for (std::size_t id = 0; id < costs.size(); ++id) costs[id] = calls_[id] * each_[id];
    return costs;
  }

 private:
  [[nodiscard]] bool is_call(ir::RelationId id) const {
    return id != ir::no_id && module_.relations[id].storage == ir::Storage::call;
  }

  /// Steps of the operations, for `arriving` bindings, those of calls included.
  double steps(const std::vector<Operation>& ops, double arriving, ir::RelationId own) const {
    double sum = 0;
    double live = 1;
    for (const Operation& op : ops) {
      const bool reads = op.kind != Operation::Kind::insert && op.kind != Operation::Kind::given;
      sum += arriving * live;
      if (reads && is_call(op.relation) && op.relation != own && !op.delta) {
        sum += arriving * live * each_[op.relation];
      }
      sum += steps(op.body, arriving * live, own);
      if (walks(op)) sum += arriving * std::max(0.0, op.estimate - live);
      live = op.estimate;
    }
    return sum;
  }

  void add_cost_of_each(const ir::Stratum& stratum) {
    const ir::RelationId id = stratum.relations.empty() ? ir::no_id : stratum.relations.front();
    if (!is_call(id)) return;
    double sum = steps_of_call;
    for (const std::uint32_t plan : stratum.plans) sum += steps(module_.plans[plan].ops, 1, id);
    each_[id] = stratum.recursive ? recursive_calls * sum : sum;
  }

  void add_calls(const std::vector<Operation>& ops, double arriving, ir::RelationId own) {
    double live = 1;
    for (const Operation& op : ops) {
      const bool reads = op.kind != Operation::Kind::insert && op.kind != Operation::Kind::given;
      if (reads && is_call(op.relation) && op.relation != own) {
        calls_[op.relation] += arriving * live;
      }
      add_calls(op.body, arriving * live, own);
      live = op.estimate;
    }
  }

  /// Callers come first: strata from the last one on.
  void count_calls(const ir::Stratum& stratum) {
    for (const std::uint32_t plan : stratum.plans) {
      const std::vector<Operation>& ops = module_.plans[plan].ops;
      const ir::RelationId head = ops.back().relation;
      const double arriving = is_call(head) ? calls_[head] : 1;
      add_calls(ops, is_rare(module_, ops) ? arriving * weight_of_rare_rules : arriving, head);
    }
  }

  const ir::Module& module_;
  std::vector<double> each_;   ///< steps of one call
  std::vector<double> calls_;  ///< in one state
};

}  // namespace

std::vector<double> costs_of_calls(ir::Module& module, PassContext& context) {
  const PlannedModule planned(module, context);
  return CallCosts(module).run();
}

}  // namespace tesuji::passes
