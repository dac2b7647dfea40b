#include "passes/analysis/narrowest_domain.h"

namespace tesuji::passes {

ir::DomainId narrowest_domain(const ir::Module& module, ir::VariableId variable,
                              const std::vector<ir::Literal>& body) {
  ir::DomainId smallest = ir::no_id;
  for (const ir::Literal& literal : body) {
    if (literal.kind != ir::Literal::Kind::positive) continue;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      if (literal.args[c] != ir::Argument::variable(variable)) continue;
      const ir::DomainId domain = module.relations[literal.relation].columns[c];
      if (smallest == ir::no_id ||
          module.domains[domain].values.size() < module.domains[smallest].values.size()) {
        smallest = domain;
      }
    }
  }
  return smallest;
}

}  // namespace tesuji::passes
