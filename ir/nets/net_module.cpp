#include "ir/nets/net_module.h"

#include "ir/module/relation.h"

#include <utility>

namespace tesuji::ir {
namespace {

/// Whether atoms of a net belong to the relation.
bool names_net_atoms(const Relation& relation) {
  const Answer answer = relation.answer;
  return relation.kind == RelationKind::state || answer == Answer::legal ||
         answer == Answer::goal || answer == Answer::sees;
}

/// Whether words over lanes are named after the relation.
bool names_lane_words(const Relation& relation) {
  return relation.kind == RelationKind::state || relation.answer == Answer::goal;
}

/// Builds a module without units from those relations of another that `keeps` accepts.
class Extract {
 public:
  Extract(const Module& module, Level level, bool (*keeps)(const Relation&))
      : result_(module.sources, module.symbols), relations_(module.relations.size(), no_id) {
    result_.level = level;
    result_.game = module.game;
    result_.roles = module.roles;
    std::vector<DomainId> domains(module.domains.size(), no_id);
    for (RelationId id = 0; id < module.relations.size(); ++id) {
      const Relation& source = module.relations[id];
      if (!keeps(source)) continue;
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
          domain = static_cast<DomainId>(result_.domains.size());
          result_.domains.push_back(module.domains[column]);
        }
        relation.columns.push_back(domain);
      }
      relations_[id] = result_.relations.push_back(std::move(relation));
    }
  }

  void move(NetAtom& atom) const {
    if (atom.relation != no_id) atom.relation = relations_[atom.relation];
  }
  [[nodiscard]] Module take() { return std::move(result_); }

 private:
  Module result_;
  std::vector<RelationId> relations_;  ///< by relation of the source module
};

}  // namespace

Module net_module(const Module& module, const Net& net) {
  Extract extract(module, Level::nets, names_net_atoms);
  auto moved = std::make_shared<Net>(net);
  for (NetFluent& fluent : moved->fluents) extract.move(fluent.atom);
  for (NetMove& move : moved->moves) extract.move(move.atom);
  for (NetAnswer& goal : moved->goals) extract.move(goal.atom);
  for (NetAnswer& sees : moved->percepts) extract.move(sees.atom);
  Module result = extract.take();
  result.net = std::move(moved);
  return result;
}

Module lane_module(const Module& module, const Net& net, LaneCode code) {
  Extract extract(module, Level::lanes, names_lane_words);
  auto lanes = std::make_shared<Lanes>();
  for (const NetFluent& fluent : net.fluents) {
    extract.move(lanes->fluents.emplace_back(fluent.atom));
  }
  for (const NetAnswer& goal : net.goals) extract.move(lanes->goals.emplace_back(goal.atom));
  lanes->code = std::move(code);
  Module result = extract.take();
  result.lanes = std::move(lanes);
  return result;
}

}  // namespace tesuji::ir
