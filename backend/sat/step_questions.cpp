#include "backend/sat/step_questions.h"

#include "backend/sat/fluent_facts.h"
#include "backend/sat/gates.h"
#include "backend/sat/unrolling.h"

#include <array>
#include <map>
#include <utility>
#include <vector>

namespace tesuji::sat {

class StepQuestions::Step {
 public:
  Step(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts, Limits limits)
      : limits_(std::move(limits)), unrolling_(workspace_, net, roles, Unrolling::Start::any) {
    for (const ir::FluentFact& fact : facts) {
      workspace_.solver.add({fact_literal(unrolling_, fact, 0)});
    }
    workspace_.solver.add({unrolling_.moves_made(0)});
    workspace_.solver.add({-unrolling_.ended(0)});
  }

  /// A literal that holds where the step changes one of the fluents.
  Literal changes(std::span<const std::uint32_t> fluents) {
    Literal& known = changes_[std::vector(fluents.begin(), fluents.end())];
    if (known != 0) return known;
    std::vector<Literal> ways;
    for (const std::uint32_t fluent : fluents) {
      ways.push_back(
          workspace_.gates.differ(unrolling_.fluent(fluent, 0), unrolling_.fluent(fluent, 1)));
    }
    return known = workspace_.gates.any_of(std::move(ways));
  }

  Literal fluent(std::uint32_t position, std::uint32_t time) {
    return unrolling_.fluent(position, time);
  }

  bool is_impossible(Literal some, Literal other) {
    if (limits_.reached()) return false;
    const std::array<Literal, 2> both{some, other};
    return workspace_.solver.solve(both, {}, limits_) == Solver::Answer::unsatisfiable;
  }

 private:
  Limits limits_;
  Workspace workspace_;
  Unrolling unrolling_;
  std::map<std::vector<std::uint32_t>, Literal> changes_;
};

StepQuestions::StepQuestions(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
                             Limits limits)
    : step_(std::make_unique<Step>(net, roles, facts, std::move(limits))) {}

StepQuestions::~StepQuestions() = default;

bool StepQuestions::never_together(std::span<const std::uint32_t> some,
                                   std::span<const std::uint32_t> other) {
  return step_->is_impossible(step_->changes(some), step_->changes(other));
}

bool StepQuestions::never_leads(std::uint32_t from, std::uint32_t to) {
  return step_->is_impossible(step_->fluent(from, 0), step_->fluent(to, 1));
}

}  // namespace tesuji::sat
