#include "learner/lookahead/program_truths.h"

#include <stdexcept>

namespace tesuji::learner {

using runtime::Node;

namespace {

constexpr std::size_t primitives = 3;

}  // namespace

ProgramTruths::ProgramTruths(const StateSample& sample)
    : sample_(&sample), truths_(primitives, Truth(sample.size())), some_(primitives) {
  runtime::StateSpace& space = sample.space();
  for (std::size_t state = 0; state < sample.size(); ++state) {
    Node& node = sample.node(state);
    truths_[0].yes.insert(state);
    (space.won(node) ? truths_[1].yes : truths_[1].no).insert(state);
    (space.drawn(node) ? truths_[2].yes : truths_[2].no).insert(state);
  }
}

std::size_t ProgramTruths::place(const Callee& callee) {
  switch (callee.kind) {
    case Callee::Kind::move:
      return 0;
    case Callee::Kind::won:
      return 1;
    case Callee::Kind::drawn:
      return 2;
    case Callee::Kind::fluent:
      throw std::logic_error("rules of the learner that looks ahead test no fluents");
    case Callee::Kind::learned:
      break;
  }
  return primitives + callee.number;
}

const Truth& ProgramTruths::some(const Callee& callee) {
  std::optional<Truth>& known = some_[place(callee)];
  if (!known) known = some_successor(*sample_, of(callee));
  return *known;
}

Truth ProgramTruths::of_clause(const LearnedClause& clause) {
  using Test = StateProperties::Test;
  const Truth& base = of(clause.base);
  if (clause.test == Test::property) return both(base, of(clause.condition));
  const Truth& found = some(clause.condition);
  return both(base, clause.test == Test::some ? found : negation(found));
}

void ProgramTruths::extend(const LearnedProgram& program) {
  for (std::size_t number = truths_.size() - primitives; number < program.predicates.size();
       ++number) {
    // A or B is not (not A and not B).
    Truth none(sample_->size());
    for (std::size_t state = 0; state < sample_->size(); ++state) none.yes.insert(state);
    for (const LearnedClause& clause : program.predicates[number].clauses) {
      none = both(none, negation(of_clause(clause)));
    }
    truths_.push_back(negation(none));
    some_.emplace_back();
  }
}

}  // namespace tesuji::learner
