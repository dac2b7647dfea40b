#include "learner/search/background_rules.h"

#include "learner/search/built_in_tests.h"
#include "learner/search/rule_checks.h"
#include "learner/search/rule_evaluation.h"
#include "learner/search/rule_prover.h"

#include <memory>
#include <utility>

namespace tesuji::learner {

bool add_background(const std::vector<ir::LogicClause>& clauses, FactBackground& background,
                    ir::Diagnostics& diagnostics, const RuleLimits& limits) {
  const std::size_t errors = diagnostics.error_count();
  std::vector<ir::LogicClause> rules;
  for (const ir::LogicClause& clause : clauses) {
    if (built_in(clause.head, background) != BuiltIn::none && !may_be_defined(clause.head)) {
      diagnostics.error(clause.head.span, "keyword",
                        "`" + clause.head.name + "` is built in: clauses cannot define it");
      continue;
    }
    FactRelation& relation =
        background.relation(clause.head.name, static_cast<std::uint32_t>(clause.head.args.size()));
    if (!clause.body.empty() || !clause.head.ground()) {
      rules.push_back(clause);
      continue;
    }
    std::vector<Value> tuple;
    for (const ir::PrologTerm& arg : clause.head.args) {
      tuple.push_back(background.terms().intern(arg));
    }
    relation.add(tuple);
  }
  const std::vector<bool> proved = check_rules(rules, background, diagnostics);
  if (diagnostics.error_count() > errors) return false;
  auto prover = std::make_unique<RuleProver>(background, limits);
  std::vector<ir::LogicClause> evaluated;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (!proved[i]) {
      evaluated.push_back(std::move(rules[i]));
      continue;
    }
    prover->declare(background.relation(rules[i].head.name,
                                        static_cast<std::uint32_t>(rules[i].head.args.size())));
    prover->add(rules[i]);
  }
  background.set_prover(std::move(prover));
  return evaluate_rules(evaluated, background, diagnostics, limits);
}

}  // namespace tesuji::learner
