#include "passes/clauses/demand_candidates.h"

#include "passes/analysis/dependencies.h"
#include "passes/plans/choose_storage.h"
#include "passes/plans/planning.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tesuji::passes {
namespace {

/// Marks the relations that the initial state depends on.
std::vector<bool> needed_initially(const ir::Module& module) {
  std::vector<bool> roots(module.relations.size(), false);
  for (const ir::Relation& relation : module.relations) {
    if (relation.init != ir::no_id) roots[relation.init] = true;
  }
  return needed_for(module, find_dependencies(module), std::move(roots));
}

/// Whether columns allow a large relation, or recursion conceals its size.
bool any_may_be_large(const ir::Module& module) {
  return std::any_of(module.strata.begin(), module.strata.end(), [&](const ir::Stratum& stratum) {
    return stratum.recursive ||
           std::any_of(stratum.relations.begin(), stratum.relations.end(), [&](auto id) {
             return static_cast<double>(module.product_size(module.relations[id])) >=
                    min_demanded_rows;
           });
  });
}

/// Expected sizes of relations.
struct Sizes {
  std::vector<double> rows;
  /// The tuples that rules without recursive literals derive: the start of a recursive relation.
  std::vector<double> base;
  std::vector<double> steps;  ///< to compute it
};

Sizes expected_sizes(ir::Module& module, PassContext& context) {
  std::vector<double> known;  // for fold-recursive
  for (const ir::Relation& relation : module.relations) known.push_back(relation.expected_rows);
  const PlannedModule planned(module, context);
  Sizes sizes;
  sizes.base.assign(module.relations.size(), 0);
  sizes.steps.assign(module.relations.size(), 0);
  for (const ir::Plan& plan : module.plans) {
    sizes.steps[plan.ops.back().relation] += expected_bindings(plan.ops);
    if (plan.delta_of != ir::no_id) continue;
    sizes.base[plan.ops.back().relation] += plan.ops.back().estimate;
  }
  for (ir::RelationId id = 0; id < known.size(); ++id) {
    const bool huge = known[id] >= min_hopeless_rows;
    sizes.rows.push_back(huge ? known[id] : module.relations[id].expected_rows);
  }
  return sizes;
}

}  // namespace

void DemandCandidates::copy(ir::RelationId of) {
  rows.push_back(rows[of]);
  for (std::vector<bool>* const property : {&fixed, &large, &hopeless, &initial}) {
    if (!property->empty()) property->push_back((*property)[of]);
  }
}

DemandCandidates find_demand_candidates(ir::Module& module, PassContext& context) {
  const std::size_t count = module.relations.size();
  if (!any_may_be_large(module)) {
    // Planning long sheets would take longer than everything else.
    const std::vector<bool> none(count, false);
    const std::vector<double> nothing(count, 0);
    return {nothing, nothing, none, none, none, none};
  }
  const Sizes sizes = expected_sizes(module, context);
  DemandCandidates result;
  result.fixed.assign(count, false);
  if (const ir::Entry* entry = module.find_entry("static")) {
    for (const std::uint32_t stratum : entry->strata) {
      for (const ir::RelationId id : module.strata[stratum].relations) result.fixed[id] = true;
    }
  }
  std::vector<bool> recursive(count, false);
  for (const ir::Stratum& stratum : module.strata) {
    for (const ir::RelationId id : stratum.relations) recursive[id] = stratum.recursive;
  }
  const std::vector<bool> demanded = demanded_relations(module);
  for (ir::RelationId id = 0; id < count; ++id) {
    const ir::Relation& relation = module.relations[id];
    const bool candidate = relation.kind == ir::RelationKind::derived && !demanded[id] &&
                           relation.origin != ir::Origin::need &&
                           relation.storage != ir::Storage::call;
    double rows = sizes.rows[id];
    if (recursive[id] && result.fixed[id]) {
      // Between one tuple and all.
      rows = std::max(rows, std::sqrt(static_cast<double>(module.product_size(relation))));
    }
    // The size of a recursive relation is best estimated by its start: if that is small, the needed
    // tuples may well exceed the existing ones.
    const bool large = result.fixed[id] ? rows >= min_demanded_static_rows
                       : recursive[id]  ? sizes.base[id] >= min_demanded_rows
                                        : rows >= min_demanded_rows ||
                                             module.product_size(relation) > max_whole_tuples;
    result.rows.push_back(rows);
    result.large.push_back(candidate && large);
    result.hopeless.push_back(candidate && result.fixed[id] && rows >= min_hopeless_rows);
  }
  result.steps = sizes.steps;
  result.initial = needed_initially(module);
  return result;
}

}  // namespace tesuji::passes
