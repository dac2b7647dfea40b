#include "passes/plans/planning.h"

#include "passes/plans/choose_storage.h"
#include "passes/plans/insert_absent.h"
#include "passes/plans/introduce_exists.h"
#include "passes/plans/order_joins.h"

#include <utility>

namespace tesuji::passes {

PlannedModule::PlannedModule(ir::Module& module, PassContext& context) : module_(module) {
  for (const ir::Relation& relation : module.relations) {
    before_.push_back({relation.storage, relation.indexes, relation.expected_rows});
  }
  choose_storage(module, context);
  order_joins(module, context);
  introduce_exists(module, context);
  insert_absent(module, context);
}

PlannedModule::~PlannedModule() {
  for (std::size_t id = 0; id < before_.size(); ++id) {
    ir::Relation& relation = module_.relations[id];
    relation.storage = before_[id].storage;
    relation.indexes = std::move(before_[id].indexes);
    relation.expected_rows = before_[id].expected_rows;
  }
  module_.plans.clear();
  for (ir::Stratum& stratum : module_.strata) stratum.plans.clear();
  module_.level = ir::Level::clauses;
}

Estimates planned_estimates(ir::Module& module, PassContext& context) {
  Estimates estimates(module);
  const PlannedModule planned(module, context);
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (module.relations[id].kind != ir::RelationKind::derived) continue;
    estimates.set_rows(id, module.relations[id].expected_rows);
  }
  return estimates;
}

}  // namespace tesuji::passes
