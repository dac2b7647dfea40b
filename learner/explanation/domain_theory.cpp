#include "learner/explanation/domain_theory.h"

#include "ir/module/agenda_premises.h"

#include <utility>

namespace tesuji::learner {

// --- Rules

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

// --- Runs

FactTrace::FactTrace(const driver::TracedRun& run) : run_(run) {
  const ir::Module& module = *run.module;
  const runtime::Facts memory = driver::whole_memory(module, run.result.memory);
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    const ir::Symbol name = module.symbols->intern(relation.name);
    ids_.emplace(name, id);
    auto& rows = facts_[name];
    const std::size_t width = relation.columns.size();
    for (std::size_t r = 0; r < memory[id].rows; ++r) {
      std::vector<ir::Symbol> row;
      for (std::size_t c = 0; c < width; ++c) {
        const ir::Domain& domain = module.domains[relation.columns[c]];
        row.push_back(domain.values[memory[id].cells[r * width + c]]);
      }
      rows.insert(std::move(row));
    }
  }
}

bool FactTrace::holds(const MemoryFact& fact) const {
  return facts_of(fact.relation).contains(fact.args);
}

const std::set<std::vector<ir::Symbol>>& FactTrace::facts_of(ir::Symbol relation) const {
  static const std::set<std::vector<ir::Symbol>> none;
  const auto found = facts_.find(relation);
  return found == facts_.end() ? none : found->second;
}

const TracedStep* FactTrace::step_of(const MemoryFact& fact) const {
  auto found = steps_.find(fact);
  if (found == steps_.end()) {
    retrace(fact);
    found = steps_.find(fact);
  }
  return found->second ? &*found->second : nullptr;
}

void FactTrace::retrace(const MemoryFact& fact) const {
  const ir::Module& module = *run_.module;
  const auto as_memory_fact = [&](const driver::OriginFact& origin) {
    MemoryFact made{ir::no_symbol, origin.args};
    if (origin.relation != ir::no_id) {
      made.relation = module.symbols->intern(module.relations[origin.relation].name);
    }
    return made;
  };
  if (const auto id = ids_.find(fact.relation); id != ids_.end()) {
    const auto steps = run_.origins.steps_to({id->second, fact.args});
    if (steps) {
      for (const driver::OriginStep& step : *steps) {
        TracedStep traced{step.rule, {}};
        for (const driver::OriginPremise& premise : step.premises) {
          traced.premises.push_back(as_memory_fact(premise.fact));
        }
        steps_.try_emplace(as_memory_fact(step.fact), std::move(traced));
      }
    }
  }
  steps_.try_emplace(fact, std::nullopt);
}

}  // namespace tesuji::learner
