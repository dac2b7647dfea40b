#include "ir/nets/net_module.h"

#include "ir/module/answer.h"

#include <utility>

namespace tesuji::ir {
namespace {

/// What atoms of a net are of.
bool names_atoms(const Relation& relation) {
  const Answer answer = relation.answer;
  return relation.kind == RelationKind::state || answer == Answer::legal ||
         answer == Answer::goal || answer == Answer::sees;
}

}  // namespace

Module net_module(const Module& module, const Net& net) {
  Module result(module.sources, module.symbols);
  result.level = Level::nets;
  result.game = module.game;
  result.roles = module.roles;
  std::vector<RelationId> relations(module.relations.size(), no_id);
  std::vector<DomainId> domains(module.domains.size(), no_id);
  for (RelationId id = 0; id < module.relations.size(); ++id) {
    const Relation& source = module.relations[id];
    if (!names_atoms(source)) continue;
    Relation relation;
    relation.name = source.name;
    relation.kind = source.kind;
    relation.answer = source.answer;
    relation.term = source.term;
    relation.span = source.span;
    relation.written = source.written;
    for (const DomainId column : source.columns) {
      DomainId& domain = domains[column];
      if (domain == no_id) {
        domain = static_cast<DomainId>(result.domains.size());
        result.domains.push_back(module.domains[column]);
      }
      relation.columns.push_back(domain);
    }
    relations[id] = result.relations.push_back(std::move(relation));
  }
  auto moved = std::make_shared<Net>(net);
  for (NetFluent& fluent : moved->fluents) fluent.atom.relation = relations[fluent.atom.relation];
  for (NetMove& move : moved->moves) move.atom.relation = relations[move.atom.relation];
  for (NetAnswer& goal : moved->goals) goal.atom.relation = relations[goal.atom.relation];
  for (NetAnswer& sees : moved->percepts) sees.atom.relation = relations[sees.atom.relation];
  result.net = std::move(moved);
  return result;
}

}  // namespace tesuji::ir
