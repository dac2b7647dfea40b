#include "backend/proofs/sat/induction.h"

#include "backend/proofs/sat/mutual_step.h"
#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tesuji::sat {

namespace {

class Prover {
 public:
  Prover(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
         std::span<const Candidate> premises, std::span<const Candidate> candidates,
         const InductionOptions& options)
      : candidates_(candidates),
        options_(options),
        step_options_{options.simple_paths, options.nonplayable, options.easy_conflicts,
                      options.limits},
        base_(base_space_, net, roles, Unrolling::Start::initial, options.nonplayable),
        base_formulas_(base_, atoms),
        step_(net, roles, atoms, premises, candidates, step_options_),
        degrees_(degrees_of(candidates)),
        given_up_(candidates.size(), false) {
    result_.outcomes.assign(candidates.size(), Outcome::open);
    base_space_.gates.watch(&options.limits);
  }

  InductionResult run() {
    std::uint32_t checked = 0;  // number of states that the base cases have checked
    for (std::uint32_t depth = options_.first_depth; depth <= options_.most_depth; ++depth) {
      for (; checked < depth && !result_.limit_reached; ++checked) base_case(checked);
      if (result_.limit_reached) break;
      // The step with a larger K begins with the candidates that failed with a smaller one.
      std::replace(result_.outcomes.begin(), result_.outcomes.end(), Outcome::step_failed,
                   Outcome::base_holds);
      step(depth);
      if (result_.limit_reached || count(Outcome::step_failed) == 0) break;
    }
    // A candidate that was given up is undecided, as after a time limit.
    result_.limit_reached = result_.limit_reached ||
                            std::find(given_up_.begin(), given_up_.end(), true) != given_up_.end();
    result_.solver_calls = base_.solver().calls() + step_.solver_calls();
    return std::move(result_);
  }

 private:
  using Group = std::vector<std::size_t>;

  [[nodiscard]] std::size_t count(Outcome outcome) const {
    return static_cast<std::size_t>(
        std::count(result_.outcomes.begin(), result_.outcomes.end(), outcome));
  }

  /// Decides whether each candidate holds in the state after `time` moves.
  void base_case(std::uint32_t time) {
    const auto asked = [&](std::size_t i) {
      const Outcome known = result_.outcomes[i];
      if (time == 0) return known == Outcome::open;
      return !candidates_[i].refuted &&
             (known == Outcome::base_holds || known == Outcome::step_failed);
    };
    std::map<std::uint32_t, Group> by_degree;
    std::vector<Literal> holds(candidates_.size(), 0);
    try {
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (!asked(i)) continue;
        if (options_.limits.reached()) throw LimitReached();
        try {
          holds[i] = base_formulas_.at(candidates_[i], time);
        } catch (const FormulaTooLarge&) {
          given_up_[i] = true;  // no step may assume it
          if (time > 0) result_.outcomes[i] = Outcome::base_holds;
          continue;
        }
        by_degree[degrees_[i]].push_back(i);
      }
      for (auto& [degree, group] : by_degree) base_case(time, degree, group, holds);
    } catch (const LimitReached&) {
      result_.limit_reached = true;
    }
  }

  /// Throws LimitReached.
  void base_case(std::uint32_t time, std::uint32_t degree, Group& group,
                 const std::vector<Literal>& holds) {
    std::vector<Literal> assumptions;
    for (std::uint32_t t = 0; t < time; ++t) assumptions.push_back(-base_.ended(t));
    for (std::uint32_t t = 0; t < time + degree; ++t) assumptions.push_back(base_.moves_made(t));
    while (!group.empty()) {
      std::vector<Literal> denied;
      for (const std::size_t i : group) {
        if (holds[i] != base_.gates().truth()) denied.push_back(-holds[i]);
      }
      if (denied.empty()) break;
      const Solver::Answer answer = base_.solver().solve(assumptions, denied, options_.limits);
      if (answer == Solver::Answer::unknown) throw LimitReached();
      if (answer == Solver::Answer::unsatisfiable) break;
      const Trace trace = trace_of(base_, time + degree);
      std::erase_if(group, [&](std::size_t i) {
        if (base_.solver().value(holds[i])) return false;
        result_.outcomes[i] = Outcome::base_failed;
        Trace& play = result_.plays.emplace(i, trace).first->second;
        play.violated = time;
        return true;
      });
    }
    for (const std::size_t i : group) {
      if (time == 0) result_.outcomes[i] = Outcome::base_holds;
    }
  }

  /// Finds the largest set of candidates that hold in the next state if they held in `depth`
  /// states.
  void step(std::uint32_t depth) {
    Group group;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const bool holds = result_.outcomes[i] == Outcome::base_holds;
      if (holds && !candidates_[i].refuted && !given_up_[i]) group.push_back(i);
    }
    const StepResult found = step_.decide(group, depth);
    for (const std::size_t i : found.failed) result_.outcomes[i] = Outcome::step_failed;
    for (const std::size_t i : found.given_up) given_up_[i] = true;
    for (const std::size_t i : found.proved) result_.outcomes[i] = Outcome::proved;
    if (!found.proved.empty()) {
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
      result_.steps.push_back({found.proved, depth, found.simple_paths, elapsed.count()});
    }
    result_.limit_reached = found.limit_reached;
  }

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::span<const Candidate> candidates_;
  const InductionOptions& options_;
  const StepOptions step_options_;
  Workspace base_space_;
  Unrolling base_;
  FormulaLiterals base_formulas_;
  MutualStep step_;
  std::vector<std::uint32_t> degrees_;  ///< by candidate
  std::vector<bool> given_up_;          ///< by candidate
  InductionResult result_;
};

}  // namespace

InductionResult prove_by_induction(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
                                   std::span<const Candidate> premises,
                                   std::span<const Candidate> candidates,
                                   const InductionOptions& options) {
  return Prover(net, roles, atoms, premises, candidates, options).run();
}

}  // namespace tesuji::sat
