#include "backend/proofs/sat/step_questions.h"

#include "backend/proofs/sat/fluent_facts.h"
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace tesuji::sat {

class StepQuestions::Step {
 public:
  Step(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts, Limits limits)
      : limits_(std::move(limits)), unrolling_(workspace_, net, roles, Unrolling::Start::any) {
    workspace_.gates.watch(&limits_);
    for (const ir::FluentFact& fact : facts) {
      workspace_.solver.add({fact_literal(unrolling_, fact, 0)});
    }
    workspace_.solver.add({unrolling_.moves_made(0)});
    workspace_.solver.add({-unrolling_.ended(0)});
  }

  /// Returns a literal that holds if the step changes one of the fluents.
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
    const std::array<Literal, 2> both{some, other};
    return workspace_.solver.solve(both, {}, limits_) == Solver::Answer::unsatisfiable;
  }

  /// Moves from `left` to the result all fluents that the solver shows to hold at time 1, until it
  /// proves that no more do; moves all of `left` if a limit is reached.
  std::vector<std::uint32_t> followers(std::uint32_t from, std::vector<std::uint32_t> left) {
    std::vector<std::uint32_t> found;
    const std::array<Literal, 1> assumed{fluent(from, 0)};
    while (!left.empty()) {
      std::vector<Literal> wanted;
      for (const std::uint32_t to : left) wanted.push_back(fluent(to, 1));
      const Solver::Answer answer = workspace_.solver.solve(assumed, wanted, limits_);
      if (answer == Solver::Answer::unsatisfiable) break;
      const auto shown = std::ranges::stable_partition(left, [&](std::uint32_t to) {
        return answer == Solver::Answer::satisfiable && !workspace_.solver.value(fluent(to, 1));
      });
      found.insert(found.end(), shown.begin(), shown.end());
      left.erase(shown.begin(), shown.end());
    }
    return found;
  }

  [[nodiscard]] bool is_over() const { return limits_.reached(); }

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
  if (step_->is_over()) return false;
  try {
    return step_->is_impossible(step_->changes(some), step_->changes(other));
  } catch (const LimitReached&) {
    return false;
  }
}

std::vector<std::uint32_t> StepQuestions::may_follow(std::uint32_t from,
                                                     std::vector<std::uint32_t> to) {
  if (step_->is_over()) return to;
  std::vector<std::uint32_t> all = to;
  try {
    return step_->followers(from, std::move(to));
  } catch (const LimitReached&) {
    return all;
  }
}

}  // namespace tesuji::sat
