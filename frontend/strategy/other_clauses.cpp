#include "frontend/strategy/other_clauses.h"

#include "frontend/strategy/strategy_checks.h"
#include "frontend/strategy/strategy_parser.h"
#include "frontend/strategy/strategy_reader.h"
#include "frontend/text/prolog_terms.h"

#include <algorithm>

namespace tesuji::frontend {

std::optional<ir::Span> other_clauses(ir::FileId file, const ir::SourceMap& sources) {
  ir::Diagnostics own(sources);
  const auto terms = read_prolog_terms(file, own);
  if (!terms) return std::nullopt;
  std::optional<ir::Span> place;
  for (const PrologTerm& term : *terms) {
    const bool rule = term.kind == PrologTerm::Kind::compound && term.name == ":-";
    if (rule && !term.is(":-", 1) && outcome_of(term.args[0].name)) return std::nullopt;
    if (!rule && !term.args.empty() && term.ground() && !place) place = term.span;
  }
  return place;
}

bool has_strategy_clause(ir::FileId file, const ir::SourceMap& sources) {
  ir::Diagnostics own(sources);
  const std::vector<StrategyClause> clauses = read_strategy(file, own);
  return std::any_of(clauses.begin(), clauses.end(), [](const StrategyClause& clause) {
    return outcome_of(clause.head.predicate) ||
           std::any_of(clause.body.begin(), clause.body.end(), [](const StrategyGoal& goal) {
             return primitive_arity(goal.predicate) == goal.args.size();
           });
  });
}

}  // namespace tesuji::frontend
