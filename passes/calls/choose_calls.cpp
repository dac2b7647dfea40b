#include "passes/calls/choose_calls.h"

#include "passes/analysis/dependencies.h"
#include "passes/calls/call_costs.h"
#include "passes/calls/call_uses.h"
#include "passes/clauses/demand_candidates.h"
#include "passes/clauses/static_bounds.h"
#include "passes/clauses/stratify.h"

#include <algorithm>
#include <utility>

namespace tesuji::passes {
namespace {

class CallChoice {
 public:
  CallChoice(ir::Module& module, PassContext& context)
      : module_(module), context_(context), dependencies_(find_dependencies(module)) {
    const DemandCandidates candidates = find_demand_candidates(module, context);
    large_ = candidates.large;
    rows_ = candidates.rows;
    whole_ = candidates.steps;
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      const std::uint32_t component = dependencies_.component[id];
      candidate_.push_back(relation.kind == ir::RelationKind::derived &&
                           relation.answer == ir::Answer::none && !candidates.initial[id] &&
                           !candidates.fixed[id] && !dependencies_.rules[id].empty() &&
                           dependencies_.members[component].size() == 1 &&
                           module.product_size(relation) >= min_called_tuples);
    }
  }

  bool run() {
    leave_out_callers();
    if (!any()) return false;
    const Saved saved{module_.rules, module_.strata, module_.entries, module_.relations.size()};
    for (;;) {
      if (const auto failed = call_relations(module_, dependencies_, candidate_, rows_)) {
        candidate_[*failed] = false;
      } else if (const auto dear = too_dear(); !dear.empty()) {
        for (const ir::RelationId id : dear) candidate_[id] = false;
      } else {
        break;
      }
      restore(saved);
      leave_out_callers();
      if (!any()) return false;
    }
    return true;
  }

 private:
  struct Saved {
    std::vector<ir::Rule> rules;
    std::vector<ir::Stratum> strata;
    std::vector<ir::Entry> entries;
    std::size_t relations;
  };
  void restore(const Saved& saved) {
    module_.rules = saved.rules;
    module_.strata = saved.strata;
    module_.entries = saved.entries;
    module_.relations.truncate(saved.relations);
    for (ir::Relation& relation : module_.relations) {
      if (relation.storage != ir::Storage::call) continue;
      relation.storage = ir::Storage::unset;
      relation.indexes.clear();
    }
  }

  [[nodiscard]] bool any() const {
    return std::find(candidate_.begin(), candidate_.end(), true) != candidate_.end();
  }

  /// What reads large relations that are not computed in calls would read them whole.
  void leave_out_callers() {
    for (const auto& members : dependencies_.members) {
      for (const ir::RelationId id : members) {
        for (const std::uint32_t rule : dependencies_.rules[id]) {
          for (const ir::Literal& literal : module_.rules[rule].body) {
            if (literal.relation == ir::no_id || literal.relation >= large_.size()) continue;
            if (large_[literal.relation] && !candidate_[literal.relation]) candidate_[id] = false;
          }
        }
      }
    }
  }

  /// Relations that are expected to take much longer in calls than whole.
  std::vector<ir::RelationId> too_dear() {
    std::vector<ir::RelationId> dear;
    stratify(module_, context_);
    const std::vector<double> costs = costs_of_calls(module_, context_);
    std::vector<double> sums(candidate_.size(), 0);
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      sums[id < sums.size() ? id : module_.relations[id].origin_of] += costs[id];
    }
    for (ir::RelationId id = 0; id < sums.size(); ++id) {
      const double most = whole_[id] < min_whole_steps ? 1 : most_for_whole;
      if (candidate_[id] && sums[id] > most * whole_[id]) dear.push_back(id);
    }
    return dear;
  }

  ir::Module& module_;
  PassContext& context_;
  const Dependencies dependencies_;
  std::vector<bool> large_;
  std::vector<double> rows_;  ///< expected
  std::vector<bool> candidate_;
  std::vector<double> whole_;  ///< steps to compute each relation whole
};

}  // namespace

bool choose_calls(ir::Module& module, PassContext& context) {
  if (!CallChoice(module, context).run()) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
