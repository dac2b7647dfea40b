#include "learner/explanation/explain_fact.h"

#include "learner/explanation/finish_rule.h"

#include <algorithm>
#include <utility>

namespace tesuji::learner {
namespace {

/// Rejects words that rules would read differently.
void check_words(const Conjunction& conditions, const ir::SymbolTable& symbols, bool inside) {
  for (const RuleCondition& condition : conditions) {
    if (inside && condition.kind == RuleCondition::Kind::present &&
        driver::is_comparison_word(symbols.text(condition.relation))) {
      throw Unexplained("a fact that is absent has the name of a comparison");
    }
    check_words(condition.body, symbols, true);
  }
}

/// Makes the rule for one fact. Throws Unexplained.
LearnedRule explain_fact(const DomainTheory& theory, const FactTrace& trace, const MemoryFact& fact,
                         const std::set<ir::Symbol>& operational, const ExplanationLimits& limits) {
  const auto is_operational = [&](ir::Symbol relation) {
    return relation != fact.relation && operational.contains(relation);
  };
  Explanation explanation(theory, trace, {is_operational, [](ir::Symbol) { return false; }},
                          limits);
  std::vector<ir::Argument> args;
  for (const ir::Symbol arg : fact.args) args.push_back(explanation.fresh({}, arg));
  Conjunction conditions;
  explanation.explain(fact, args, conditions);
  return finish_rule(explanation, std::move(conditions), present(fact.relation, args), {});
}

}  // namespace

FactLearning explain_facts(const driver::TracedRun& run, const std::vector<MemoryFact>& facts,
                           const std::set<ir::Symbol>& operational,
                           const ExplanationLimits& limits) {
  const DomainTheory theory(*run.module);
  const FactTrace trace(run);
  FactLearning learning;
  for (const MemoryFact& fact : facts) {
    if (limits.is_stopped()) break;
    if (trace.step_of(fact) == nullptr) continue;
    ++learning.facts;
    try {
      LearnedRule rule = explain_fact(theory, trace, fact, operational, limits);
      check_words(rule.premises, *run.module->symbols, false);
      add_rule(std::move(rule), learning.rules);
    } catch (const Unexplained& reason) {
      ++learning.refused[reason.what()];
    }
  }
  return learning;
}

}  // namespace tesuji::learner
