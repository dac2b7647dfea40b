#include "learner/explanation/domain_theory.h"

#include "ir/module/agenda_premises.h"

#include <utility>

namespace tesuji::learner {
namespace {

/// Reads the operations of one agenda; gives each `_` a new variable.
class TheoryReader {
 public:
  TheoryReader(const ir::Module& module, std::vector<std::string>& variables)
      : module_(module), variables_(variables) {}

  Conjunction read(const std::vector<ir::Operation>& operations) {
    Conjunction conditions;
    for (const ir::Operation& operation : operations) conditions.push_back(read(operation));
    return conditions;
  }

 private:
  RuleCondition read(const ir::Operation& operation) {
    using Kind = ir::Operation::Kind;
    RuleCondition condition;
    if (operation.kind == Kind::unless) return absent(read(operation.body));
    for (const ir::Argument& argument : operation.args) condition.args.push_back(read(argument));
    if (operation.kind == Kind::compare) {
      condition.kind = RuleCondition::Kind::compare;
      condition.comparison = operation.comparison;
    } else if (operation.kind == Kind::compute) {
      condition.kind = RuleCondition::Kind::compute;
      condition.computation = operation.computation;
    } else {
      condition.relation = module_.symbols->intern(module_.relations[operation.relation].name);
      if (operation.kind == Kind::absent) return absent({condition});
    }
    return condition;
  }

  ir::Argument read(const ir::Argument& argument) {
    if (argument.kind == ir::Argument::Kind::constant) return argument;
    if (argument.kind != ir::Argument::Kind::ignore) return ir::Argument::variable(argument.id);
    variables_.emplace_back();
    return ir::Argument::variable(static_cast<ir::VariableId>(variables_.size() - 1));
  }

  const ir::Module& module_;
  std::vector<std::string>& variables_;
};

/// Adds the relations of the premise that are not in `needed` to it, and to `open`.
void add_relations(const RuleCondition& premise, std::set<ir::Symbol>& needed,
                   std::vector<ir::Symbol>& open) {
  if (premise.kind == RuleCondition::Kind::present && needed.insert(premise.relation).second) {
    open.push_back(premise.relation);
  }
  for (const RuleCondition& inner : premise.body) add_relations(inner, needed, open);
}

}  // namespace

DomainTheory::DomainTheory(const ir::Module& module) {
  for (const ir::Agenda& agenda : module.agendas) {
    TheoryRule rule{agenda.name, {}, {}, agenda.variables};
    TheoryReader reader(module, rule.variables);
    rule.premises = reader.read(ir::premises_of(agenda));
    rule.conclusions = reader.read(ir::conclusions_of(agenda));
    for (std::size_t i = 0; i < rule.conclusions.size(); ++i) {
      concluding_[rule.conclusions[i].relation].push_back({rules_.size(), i});
    }
    rules_.push_back(std::move(rule));
  }
  find_recursive();
}

void DomainTheory::find_recursive() {
  for (const auto& [relation, unused] : concluding_) {
    std::set<ir::Symbol> needed;
    std::vector<ir::Symbol> open{relation};
    while (!open.empty() && !needed.contains(relation)) {
      const ir::Symbol next = open.back();
      open.pop_back();
      for (const TheoryConclusion& conclusion : concluding(next)) {
        for (const RuleCondition& premise : rules_[conclusion.rule].premises) {
          add_relations(premise, needed, open);
        }
      }
    }
    if (needed.contains(relation)) recursive_.insert(relation);
  }
}

const std::vector<TheoryConclusion>& DomainTheory::concluding(ir::Symbol relation) const {
  static const std::vector<TheoryConclusion> none;
  const auto found = concluding_.find(relation);
  return found == concluding_.end() ? none : found->second;
}

}  // namespace tesuji::learner
