// Folds the static entry of a module at level plans: of one written by hand, or from a pipeline
// without fold-static.
#include "backend/interpreter/interpreter.h"

#include <algorithm>

namespace tesuji::interpreter {
namespace {

/// Drops strata with their plans, and renumbers the others.
void drop_strata(ir::Module& module, const std::vector<std::uint32_t>& dropped) {
  std::vector<std::uint32_t> stratum_number(module.strata.size(), 0);
  for (const std::uint32_t stratum : dropped) stratum_number[stratum] = ir::no_id;
  std::vector<std::uint32_t> plan_number(module.plans.size(), ir::no_id);
  std::vector<ir::Stratum> strata;
  std::vector<ir::Plan> plans;
  for (std::size_t s = 0; s < module.strata.size(); ++s) {
    if (stratum_number[s] == ir::no_id) continue;
    stratum_number[s] = static_cast<std::uint32_t>(strata.size());
    ir::Stratum& kept = strata.emplace_back(std::move(module.strata[s]));
    for (std::uint32_t& plan : kept.plans) {
      if (plan_number[plan] == ir::no_id) {
        plan_number[plan] = static_cast<std::uint32_t>(plans.size());
        plans.push_back(std::move(module.plans[plan]));
      }
      plan = plan_number[plan];
    }
  }
  module.strata = std::move(strata);
  module.plans = std::move(plans);
  for (ir::Entry& entry : module.entries)
    for (std::uint32_t& stratum : entry.strata) stratum = stratum_number[stratum];
}

}  // namespace

bool fold_static_entry(ir::Module& module, ir::Diagnostics& diagnostics) {
  const ir::Entry* entry = module.find_entry("static");
  if (entry == nullptr || entry->strata.empty()) return true;
  if (!evaluate_static(module, diagnostics)) return false;
  const std::vector<std::uint32_t> done = entry->strata;
  std::vector<bool> folded(module.relations.size(), false);
  for (const std::uint32_t stratum : done) {
    for (const ir::RelationId id : module.strata[stratum].relations) {
      module.relations[id].kind = ir::RelationKind::fixed;
      module.relations[id].storage = ir::Storage::rows;
      folded[id] = true;
    }
  }
  std::erase_if(module.entries, [](const ir::Entry& each) { return each.name == "static"; });
  std::erase_if(module.rules, [&](const ir::Rule& rule) { return folded[rule.head]; });
  drop_strata(module, done);
  return true;
}

}  // namespace tesuji::interpreter
