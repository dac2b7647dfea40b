#include "learner/explanation/fact_trace.h"

#include <utility>

namespace tesuji::learner {

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
