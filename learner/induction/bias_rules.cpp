#include "learner/induction/bias_rules.h"

#include "learner/search/background_rules.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

constexpr std::array declarations = {"head_pred", "body_pred", "type", "direction"};

ir::LogicClause body_pred_fact(const ir::PredicateName& predicate) {
  ir::PrologTerm name;
  name.name = predicate.name;
  ir::PrologTerm arity;
  arity.kind = ir::PrologTerm::Kind::number;
  arity.name = std::to_string(predicate.arity);
  ir::LogicClause fact;
  fact.head.kind = ir::PrologTerm::Kind::compound;
  fact.head.name = "body_pred";
  fact.head.args = {std::move(name), std::move(arity)};
  fact.head.span = predicate.span;
  return fact;
}

}  // namespace

std::optional<std::vector<ir::PrologTerm>> derive_declarations(ir::BackgroundText& background,
                                                               ir::Diagnostics& diagnostics) {
  ir::BiasText& bias = background.bias;
  std::vector<ir::LogicClause> clauses = bias.clauses;
  const auto is_rule = [](const ir::LogicClause& clause) { return !clause.body.empty(); };
  std::vector<ir::PrologTerm> derived;
  if (std::none_of(clauses.begin(), clauses.end(), is_rule)) return derived;
  for (const ir::PredicateName& one : background.body_predicates) {
    clauses.push_back(body_pred_fact(one));
  }
  FactBackground facts;
  if (!add_background(clauses, facts, diagnostics)) return std::nullopt;
  std::set<std::pair<std::string, std::size_t>> used;
  for (const ir::LogicClause& clause : clauses) {
    for (const auto& literal : clause.body) {
      used.emplace(literal.atom.name, literal.atom.args.size());
    }
  }
  std::erase_if(bias.ignored,
                [&](const auto& one) { return used.contains({one.name, one.arity}); });
  for (const char* const name : declarations) {
    const FactRelation* const relation = facts.find(name, 2);
    const auto rule = std::find_if(clauses.begin(), clauses.end(), [&](const auto& clause) {
      return is_rule(clause) && clause.head.is(name, 2);
    });
    if (!relation || rule == clauses.end()) continue;
    for (std::uint32_t row = 0; row < relation->size(); ++row) {
      ir::PrologTerm& term = derived.emplace_back();
      term.kind = ir::PrologTerm::Kind::compound;
      term.name = name;
      for (const Value value : (*relation)[row]) term.args.push_back(facts.terms().term(value));
      const auto place = [&](auto& self, ir::PrologTerm& one) -> void {
        one.span = rule->head.span;
        for (ir::PrologTerm& arg : one.args) self(self, arg);
      };
      place(place, term);
    }
  }
  return derived;
}

}  // namespace tesuji::learner
