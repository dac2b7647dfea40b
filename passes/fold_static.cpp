#include "passes/fold_static.h"

#include "passes/choose_storage.h"
#include "passes/order_joins.h"
#include "passes/remove_dead.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

/// The static part of the module, planned so that it can be run.
ir::Module static_part(const ir::Module& module, const std::vector<bool>& fixed,
                       PassContext& context) {
  ir::Module part = module;
  std::erase_if(part.rules, [&](const ir::Rule& rule) { return !fixed[rule.head]; });
  const ir::Entry entry = *module.find_entry("static");
  std::vector<ir::Stratum> strata;
  for (const std::uint32_t stratum : entry.strata) strata.push_back(module.strata[stratum]);
  part.strata = std::move(strata);
  part.entries = {{"static", {}}};
  for (std::uint32_t s = 0; s < part.strata.size(); ++s) part.entries[0].strata.push_back(s);
  choose_storage(part, context);
  order_joins(part, context);
  return part;
}

}  // namespace

bool fold_static(ir::Module& module, PassContext& context) {
  const ir::Entry* entry = module.find_entry("static");
  if (entry == nullptr) return false;
  std::vector<bool> fixed(module.relations.size(), false);
  for (const std::uint32_t stratum : entry->strata) {
    for (const ir::RelationId id : module.strata[stratum].relations) fixed[id] = true;
  }
  ir::Module part = static_part(module, fixed, context);
  if (context.diagnostics.has_errors()) return false;
  if (!context.evaluate_static(part, context.diagnostics)) return false;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (!fixed[id]) continue;
    module.relations[id].kind = ir::RelationKind::fixed;
    module.relations[id].facts = std::move(part.relations[id].facts);
  }
  std::erase_if(module.rules, [&](const ir::Rule& rule) { return fixed[rule.head]; });
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
