#include "passes/analysis/flow.h"

namespace tesuji::passes {

Flow find_flow(const ir::Module& module) {
  Flow flow;
  flow.readers.resize(module.relations.size());
  flow.feeds.resize(module.relations.size());
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    for (const ir::RelationId source : {relation.next, relation.init, relation.legal}) {
      if (source != ir::no_id) flow.feeds[source].push_back(id);
    }
  }
  for (std::uint32_t r = 0; r < module.rules.size(); ++r) {
    for (const ir::Literal& literal : module.rules[r].body) {
      if (literal.kind == ir::Literal::Kind::positive) flow.readers[literal.relation].push_back(r);
    }
  }
  return flow;
}

}  // namespace tesuji::passes
