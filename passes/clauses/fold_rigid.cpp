#include "passes/clauses/fold_rigid.h"

#include "ir/module/rigid.h"
#include "passes/plans/choose_storage.h"

#include <vector>

namespace tesuji::passes {

bool fold_rigid(ir::Module& module, PassContext& /*context*/) {
  std::vector<bool> rigid(module.relations.size(), false);
  bool any = false;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const bool in_bits = module.product_size(module.relations[id]) <= max_fluent_bits;
    rigid[id] = in_bits && ir::is_copied(module, id) && ir::is_read(module, id);
    any = any || rigid[id];
  }
  if (!any) return false;
  for (ir::Rule& rule : module.rules) {
    for (ir::Literal& literal : rule.body) {
      if (literal.relation == ir::no_id || !rigid[literal.relation]) continue;
      const ir::Relation& fluent = module.relations[literal.relation];
      if (rule.head != fluent.next) literal.relation = fluent.init;
    }
  }
  for (ir::RelationId id = 0; id < rigid.size(); ++id) {
    if (rigid[id]) ir::make_rigid(module, id);
  }
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
