#include "backend/reference/prover.h"

#include "backend/reference/machine.h"
#include "backend/reference/rulebase.h"

#include <algorithm>
#include <utility>

namespace tesuji::reference {

struct Prover::Implementation {
  Implementation(Program& program, const Limits& limits)
      : rulebase(program), machine(rulebase, limits) {}

  /// Removes a query's relation and its tables, even if the query fails.
  struct QueryScope {
    explicit QueryScope(Implementation& owner) : owner(owner) {}
    QueryScope(const QueryScope&) = delete;
    QueryScope& operator=(const QueryScope&) = delete;
    ~QueryScope() {
      owner.machine.forget(Level::query);
      owner.rulebase.drop_query();
    }
    Implementation& owner;
  };

  Rulebase rulebase;
  Machine machine;
  Situation situation;
};

Prover::Prover(Program& program, Limits limits)
    : implementation_(std::make_unique<Implementation>(program, limits)) {}
Prover::~Prover() = default;

void Prover::set_situation(Situation situation) {
  Implementation& own = *implementation_;
  if (situation.fluents != own.situation.fluents) {
    own.machine.forget(Level::state);
    own.rulebase.set_state(situation.fluents);
  } else {
    own.machine.forget(Level::moves);
  }
  own.rulebase.set_moves(situation.does);
  own.situation = std::move(situation);
}

const Situation& Prover::situation() const {
  return implementation_->situation;
}

Program& Prover::program() const {
  return implementation_->rulebase.program();
}

std::vector<Answer> Prover::answers(const Query& query) {
  const Implementation::QueryScope scope(*implementation_);
  Relation& relation = implementation_->rulebase.add_query(query, query.variables.size());
  const Table& table = implementation_->machine.solve(relation);
  std::vector<Answer> answers;
  answers.reserve(table.answers.size());
  for (std::uint32_t number = 0; number < table.answers.size(); ++number) {
    const auto row = table.answers.row(number);
    answers.emplace_back(row.begin(), row.end());
  }
  return answers;
}

bool Prover::provable(const Query& query) {
  const Implementation::QueryScope scope(*implementation_);
  Relation& relation = implementation_->rulebase.add_query(query, 0);
  return implementation_->machine.solve(relation).answers.size() > 0;
}

}  // namespace tesuji::reference
