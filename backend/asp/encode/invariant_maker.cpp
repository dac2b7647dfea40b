#include "backend/asp/encode/invariant_maker.h"

#include "ir/core/domain_values.h"

namespace tesuji::asp {

using ir::Formula;
using ir::RelationId;
using ir::Symbol;

std::vector<Symbol> sorted_roles(const ir::Module& module) {
  std::vector<Symbol> roles = module.roles;
  ir::make_domain_values(roles, *module.symbols);
  return roles;
}

const std::vector<Symbol>& column_values(const ir::Module& module, RelationId relation,
                                         std::size_t column) {
  return module.domains[module.relations[relation].columns[column]].values;
}

std::vector<ir::Argument> variables_of(const std::vector<ir::VariableId>& ids) {
  std::vector<ir::Argument> result;
  result.reserve(ids.size());
  for (const ir::VariableId id : ids) result.push_back(ir::Argument::variable(id));
  return result;
}

Formula terminal_of(const ir::Module& module) {
  const RelationId relation = module.find_answer(ir::Answer::terminal);
  return relation == ir::no_id ? ir::disjunction_of({}) : ir::atom_of(relation, {});
}

}  // namespace tesuji::asp
