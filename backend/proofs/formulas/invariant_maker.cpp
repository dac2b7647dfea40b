#include "backend/proofs/formulas/invariant_maker.h"

#include "ir/core/symbol.h"
#include "runtime/host/game/game.h"

#include <fmt/core.h>

#include <algorithm>

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

using ir::Argument;
using ir::Formula;

std::optional<CountedAtoms> counted_atoms(const Formula& formula) {
  CountedAtoms result;
  result.count = &formula;
  if (formula.kind == Formula::Kind::negation) {
    const Formula& some = formula.parts[0];
    if (some.kind != Formula::Kind::count || some.parts.size() != 1 || some.lower != 1 ||
        some.upper != Formula::unbounded || some.parts[0].kind != Formula::Kind::negation) {
      return std::nullopt;
    }
    result.each = some.ranges[0];
    result.count = &some.parts[0].parts[0];
  }
  const Formula& count = *result.count;
  const bool atoms = std::all_of(count.parts.begin(), count.parts.end(), [](const Formula& part) {
    return part.kind == Formula::Kind::atom;
  });
  if (count.kind != Formula::Kind::count || count.lower > 1 || count.upper != 1 || !atoms ||
      count.parts.empty()) {
    return std::nullopt;
  }
  return result;
}

std::optional<Persistence> persistence_of(const ir::Invariant& invariant) {
  const Formula& formula = invariant.formula;
  if (formula.kind != Formula::Kind::disjunction || formula.parts.size() != 2 ||
      formula.parts[0].kind != Formula::Kind::negation ||
      formula.parts[1].kind != Formula::Kind::next) {
    return std::nullopt;
  }
  const Formula& now = formula.parts[0].parts[0];
  if (now != formula.parts[1].parts[0]) return std::nullopt;
  const bool holds = now.kind != Formula::Kind::negation;
  const Formula& atom = holds ? now : now.parts[0];
  if (atom.kind != Formula::Kind::atom || atom.args.size() != invariant.parameters.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < atom.args.size(); ++i) {
    if (atom.args[i] != Argument::variable(invariant.parameters[i])) return std::nullopt;
  }
  return Persistence{atom.relation, holds};
}

}  // namespace tesuji::proofs
