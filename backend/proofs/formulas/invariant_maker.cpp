#include "backend/proofs/formulas/invariant_maker.h"

#include "ir/core/symbol.h"
#include "runtime/host/game/game.h"

#include <fmt/core.h>

namespace tesuji::proofs {

using ir::Argument;
using ir::Formula;
using ir::RelationId;
using ir::Symbol;
using ir::VariableId;

std::vector<Symbol> sorted_roles(const ir::Module& module) {
  std::vector<Symbol> roles = module.roles;
  ir::make_domain_values(roles, *module.symbols);
  return roles;
}

std::vector<Symbol> players_of(const ir::Module& module) {
  std::vector<Symbol> players;
  for (const Symbol role : module.roles) {
    if (module.symbols->text(role) != runtime::chance_role) players.push_back(role);
  }
  return players.empty() ? module.roles : players;
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

std::vector<RelationId> relations_of_kind(const ir::Module& module, ir::RelationKind kind) {
  std::vector<RelationId> result;
  for (RelationId id = 0; id < module.relations.size(); ++id)
    if (module.relations[id].kind == kind) result.push_back(id);
  return result;
}

Formula moves_of(const ir::Module& module, Maker& maker, VariableId role, std::uint64_t lower) {
  Formula count;
  count.kind = Formula::Kind::count;
  count.lower = lower;
  for (const RelationId input : relations_of_kind(module, ir::RelationKind::input)) {
    const RelationId legal = module.relations[input].legal;
    if (legal == ir::no_id) continue;
    std::vector<VariableId> bound;
    std::vector<Argument> args{Argument::variable(role)};
    for (std::size_t column = 1; column < module.relations[legal].columns.size(); ++column) {
      bound.push_back(
          maker.variable(fmt::format("M{}", column), column_values(module, legal, column)));
      args.push_back(Argument::variable(bound.back()));
    }
    count.ranges.push_back(std::move(bound));
    count.parts.push_back(ir::atom_of(legal, std::move(args)));
  }
  return count;
}

}  // namespace tesuji::proofs
