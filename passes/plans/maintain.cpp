#include "passes/plans/maintain.h"

#include "ir/module/agenda_premises.h"
#include "passes/ordering/order_premises.h"
#include "passes/ordering/synthesise.h"
#include "passes/plans/insert_absent.h"
#include "passes/plans/introduce_exists.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Agenda;
using ir::Argument;
using ir::MaintenanceRule;
using ir::Operation;
using ir::RelationId;
using Kind = Operation::Kind;

/// Converts a conclusion to a premise, or a premise to a conclusion, of another relation.
Operation restated(const Operation& op, Kind kind, RelationId relation) {
  Operation other;
  other.kind = kind;
  other.relation = relation;
  other.args = op.args;
  other.origin = "maintain";
  other.span = op.span;
  return other;
}

class Maintenance {
 public:
  explicit Maintenance(const ir::Module& source) : source_(source) {
    rules_.module = source;
    rules_.module.agendas.clear();
  }

  ir::MaintenanceRules make() {
    for (RelationId id = 0; id < source_.relations.size(); ++id) declare_for(id);
    for (const Agenda& rule : source_.agendas) {
      add_changes(rule, true);
      add_regaining(rule);
      add_changes(rule, false);
    }
    order();
    for (RelationId id = 0; id < source_.relations.size(); ++id) add_dropping(id);
    for (RelationId id = 0; id < source_.relations.size(); ++id) {
      ir::Relation& relation = rules_.module.relations[id];
      if (relation.kind == ir::RelationKind::memory) relation.facts = {};
    }
    return std::move(rules_);
  }

 private:
  [[nodiscard]] bool concluded(RelationId id) const {
    for (const Agenda& rule : source_.agendas) {
      for (const Operation& op : ir::conclusions_of(rule)) {
        if (op.relation == id) return true;
      }
    }
    return false;
  }

  RelationId declare(RelationId of, std::string_view what) {
    ir::Module& module = rules_.module;
    ir::Relation relation;
    relation.kind = ir::RelationKind::memory;
    relation.columns = source_.relations[of].columns;
    relation.span = source_.relations[of].span;
    return module.add_helper(ir::Origin::change, of, std::move(relation),
                             std::string(what) + "." + source_.relations[of].name);
  }

  void declare_for(RelationId id) {
    ir::MaintainedRelation& relation = rules_.relations.emplace_back();
    if (source_.relations[id].kind != ir::RelationKind::memory) return;
    relation.lost = declare(id, "lost");
    relation.gone = declare(id, "gone");
    relation.come = declare(id, "come");
    if (concluded(id)) relation.given = declare(id, "given");
  }

  /// Adds a rule that differs from `rule` in premises and conclusions.
  void add(const Agenda& rule, std::string_view what, std::vector<Operation> ops,
           MaintenanceRule place, std::vector<MaintenanceRule>& list) {
    Agenda agenda;
    place.agenda = static_cast<std::uint32_t>(rules_.module.agendas.size());
    agenda.name = rule.name + "." + std::string(what) + "." + std::to_string(place.agenda);
    agenda.ops = std::move(ops);
    agenda.variables = rule.variables;
    agenda.span = rule.span;
    list.push_back(place);
    rules_.module.agendas.push_back(std::move(agenda));
  }

  /// Adds the rules for losses or gains when a fact read by a premise is removed or added.
  void add_changes(const Agenda& rule, bool loses) {
    const std::vector<Operation> premises = ir::premises_of(rule);
    for (std::size_t at = 0; at < premises.size(); ++at) {
      const Operation& premise = premises[at];
      if (premise.kind == Kind::compare) continue;
      const ir::MaintainedRelation& relation = rules_.relations[premise.relation];
      if (relation.lost == ir::no_id) continue;
      const bool absent = premise.kind == Kind::absent;
      std::vector<Operation> ops{
          restated(premise, Kind::scan, loses != absent ? relation.gone : relation.come)};
      for (std::size_t other = 0; other < premises.size(); ++other) {
        if (other != at || absent) ops.push_back(premises[other]);
      }
      std::vector<Operation> conclusions = ir::conclusions_of(rule);
      if (loses) {
        for (Operation& conclusion : conclusions) {
          ops.push_back(restated(conclusion, Kind::scan, conclusion.relation));
          conclusion.relation = rules_.relations[conclusion.relation].lost;
        }
      }
      ops.insert(ops.end(), conclusions.begin(), conclusions.end());
      add(rule, loses ? "loses" : "gains", std::move(ops), {0, premise.relation, absent},
          loses ? rules_.losing : rules_.gaining);
    }
  }

  void add_regaining(const Agenda& rule) {
    for (const Operation& conclusion : ir::conclusions_of(rule)) {
      std::vector<Operation> ops{
          restated(conclusion, Kind::scan, rules_.relations[conclusion.relation].lost)};
      const std::vector<Operation> premises = ir::premises_of(rule);
      ops.insert(ops.end(), premises.begin(), premises.end());
      ops.push_back(conclusion);
      add(rule, "regains", std::move(ops), {0, conclusion.relation, false}, rules_.regaining);
    }
  }

  /// Base facts stay, whatever rules derive.
  void add_dropping(RelationId id) {
    const ir::MaintainedRelation& relation = rules_.relations[id];
    if (relation.lost == ir::no_id) return;
    Agenda rule;
    rule.name = "drop." + source_.relations[id].name;
    rule.span = source_.relations[id].span;
    Operation op;
    op.span = rule.span;
    for (ir::VariableId column = 0; column < source_.relations[id].columns.size(); ++column) {
      rule.variables.push_back("V" + std::to_string(column));
      op.args.push_back(Argument::variable(column));
    }
    std::vector<Operation> premises{restated(op, Kind::scan, relation.lost)};
    if (relation.given != ir::no_id) {
      premises.push_back(restated(op, Kind::absent, relation.given));
    }
    rule.ops = {restated(op, Kind::remove, id)};
    ir::set_premises(rules_.module, rule, premises);
    rules_.dropping.push_back(
        {static_cast<std::uint32_t>(rules_.module.agendas.size()), id, false});
    rules_.module.agendas.push_back(std::move(rule));
  }

  /// Returns a metarule that puts premises of this form first.
  ir::OrderingMetarule at_once(const Operation& premise) const {
    ir::OrderingMetarule first;
    first.name = rules_.module.relations[premise.relation].name;
    first.premise.relation = first.name;
    for (const Argument& argument : premise.args) {
      ir::PremisePattern::Argument& wanted = first.premise.args.emplace_back();
      if (argument.kind == Argument::Kind::variable) {
        wanted = {ir::PremisePattern::Argument::Kind::variable, "v" + std::to_string(argument.id)};
      } else if (argument.kind == Argument::Kind::constant) {
        wanted = {ir::PremisePattern::Argument::Kind::constant,
                  rules_.module.symbols->text(argument.id)};
      }
    }
    return first;
  }

  void order() {
    std::vector<ir::OrderingMetarule> metarules = synthesise_metarules(rules_.module);
    // The change comes first.
    std::set<RelationId> changes;
    for (const ir::MaintainedRelation& relation : rules_.relations) {
      if (relation.lost != ir::no_id) {
        changes.insert({relation.lost, relation.gone, relation.come});
      }
    }
    for (const Agenda& agenda : rules_.module.agendas) {
      for (const Operation& premise : ir::premises_of(agenda)) {
        if (changes.contains(premise.relation)) metarules.push_back(at_once(premise));
      }
    }
    order_premises(rules_.module, Metarules(std::move(metarules)));
    ir::Diagnostics none(*rules_.module.sources);
    PassContext context{none, {}};
    introduce_exists(rules_.module, context);
    insert_absent(rules_.module, context);
  }

  const ir::Module& source_;
  ir::MaintenanceRules rules_;
};

}  // namespace

ir::MaintenanceRules maintenance_rules(const ir::Module& module) {
  return Maintenance(module).make();
}

}  // namespace tesuji::passes
