#include "backend/reference/why_not.h"

#include "backend/reference/best_match.h"
#include "backend/reference/candidates.h"
#include "backend/reference/goals.h"
#include "backend/reference/unify.h"
#include "backend/reference/variable_names.h"

#include <algorithm>
#include <utility>

namespace tesuji::reference {

namespace {

constexpr std::size_t max_instead = 3;

class Explainer {
 public:
  Explainer(Prover& prover, const WhyNotLimits& limits)
      : prover_(prover.program(), limits.goal),
        program_(prover.program()),
        terms_(program_.terms()),
        attempts_left_(limits.attempts),
        body_steps_(limits.body_steps),
        steps_left_(limits.all_steps),
        candidates_(program_, prover.situation()) {
    prover_.set_situation(prover.situation());
  }

  Explanation run(const Query& query, std::size_t depth) {
    Explanation result;
    for (const std::string& name : query.variables) names_.push_back(fresh_.take(name));
    if (query.goals.size() == 1 && is_derived(query.goals[0])) {
      result.atom = explain(query.goals[0], depth);
    } else {
      result.query = attempt(std::nullopt, query.goals, depth);
    }
    result.names = std::move(names_);
    return result;
  }

 private:
  // Recursion goes as deep as the levels that were asked for.

  /// A goal that fails, by its clauses or its parts.
  WhyNot explain(const Goal& goal, std::size_t depth) {
    WhyNot why;
    why.goal = goal;
    if (goal.kind != Goal::Kind::atom) {
      for (const Goal& part : goal.children) {
        add_attempt(why, std::nullopt, {part}, depth);
      }
      return why;
    }
    for (const ClauseId id : program_.clauses_for(program_.relation_of(goal.atom))) {
      std::vector<std::string> taken;
      if (auto body = instance(id, goal.atom, taken)) add_attempt(why, id, *body, depth);
      while (!taken.empty()) {
        fresh_.release(taken.back());
        taken.pop_back();
      }
    }
    return why;
  }

  void add_attempt(WhyNot& why, std::optional<ClauseId> clause, const std::vector<Goal>& body,
                   std::size_t depth) {
    if (attempts_left_ == 0) {
      ++why.left_out;
      return;
    }
    --attempts_left_;
    why.attempts.push_back(attempt(clause, body, depth));
  }

  Attempt attempt(std::optional<ClauseId> clause, const std::vector<Goal>& body,
                  std::size_t depth) {
    Attempt result;
    result.clause = clause;
    std::size_t steps = std::min(body_steps_, steps_left_);
    steps_left_ -= steps;
    PartialMatch match = best_match(prover_, body, steps);
    steps_left_ += steps;
    result.satisfied = std::move(match.satisfied);
    result.untested = std::move(match.untested);
    result.exact = match.exact;
    for (Goal& goal : match.failed) result.failed.push_back(failure(std::move(goal), depth));
    return result;
  }

  FailedGoal failure(Goal goal, std::size_t depth) {
    FailedGoal failed;
    if (goal.kind == Goal::Kind::negation && is_derived(goal.children[0])) {
      find_witness(goal.children[0].atom, failed);
    } else if (is_derived(goal)) {
      failed.undefined = program_.clauses_for(program_.relation_of(goal.atom)).empty();
      if (depth > 1 && !failed.undefined) failed.below.push_back(explain(goal, depth - 1));
    } else if (goal.kind == Goal::Kind::disjunction) {
      if (depth > 1) failed.below.push_back(explain(goal, depth - 1));
    } else if (goal.kind == Goal::Kind::atom) {
      const TermId first = terms_.args(goal.atom)[0];
      failed.instead = candidates_.resolution(goal) == Resolution::fluents
                           ? near_fluents(first)
                           : moves_of(program_.relation_of(goal.atom).name, first);
    }
    failed.goal = std::move(goal);
    return failed;
  }

  /// The body of a fresh copy of a clause whose head unifies with the atom.
  std::optional<std::vector<Goal>> instance(ClauseId id, TermId atom,
                                            std::vector<std::string>& taken) {
    const Clause& clause = program_.clauses()[id];
    const auto first = static_cast<Variable>(names_.size());
    Substitution unifier;
    unifier.reserve(first + static_cast<Variable>(clause.variables.size()));
    if (!unify(rename(clause.head, first, terms_), atom, unifier, terms_)) return std::nullopt;
    for (const std::string& name : clause.variables) {
      taken.push_back(fresh_.take(name));
      names_.push_back(taken.back());
    }
    std::vector<Goal> body;
    for (const Goal& goal : clause.body) {
      body.push_back(apply(rename(goal, first, terms_), unifier, terms_));
    }
    return body;
  }

  /// The first clause that gives a ground atom, and the first instance of its body.
  void find_witness(TermId atom, FailedGoal& failed) {
    for (const ClauseId id : program_.clauses_for(program_.relation_of(atom))) {
      std::vector<std::string> taken;
      const auto body = instance(id, atom, taken);
      for (const std::string& name : taken) fresh_.release(name);
      if (!body) continue;
      std::size_t steps = std::min(body_steps_, steps_left_);
      steps_left_ -= steps;
      auto satisfied = first_match(prover_, *body, steps);
      steps_left_ += steps;
      if (!satisfied) continue;
      failed.witness = id;
      failed.witness_body = std::move(*satisfied);
      return;
    }
  }

  /// Facts tell contents by their last arguments, as `cell(1,1,x)` does, so of the
  /// fluents with one different argument those are nearest where it is a later one.
  std::vector<TermId> near_fluents(TermId fluent) const {
    std::vector<TermId> near;
    std::size_t place = 0;
    for (const TermId other : prover_.situation().fluents) {
      const auto here = only_difference(fluent, other);
      if (!here || *here < place) continue;
      if (*here > place) near.clear();
      place = *here;
      if (near.size() < max_instead) near.push_back(other);
    }
    return near;
  }

  /// The one place where the arguments of two terms differ; variables never do.
  std::optional<std::size_t> only_difference(TermId left, TermId right) const {
    if (terms_.kind(left) != TermStore::Kind::compound ||
        terms_.kind(right) != TermStore::Kind::compound ||
        terms_.name(left) != terms_.name(right)) {
      return std::nullopt;
    }
    const auto left_args = terms_.args(left);
    const auto right_args = terms_.args(right);
    if (left_args.size() != right_args.size()) return std::nullopt;
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < left_args.size(); ++i) {
      if (!terms_.ground(left_args[i]) || left_args[i] == right_args[i]) continue;
      if (place) return std::nullopt;
      place = i;
    }
    return place;
  }

  std::vector<TermId> moves_of(ir::Symbol does_name, TermId role) {
    std::vector<TermId> moves;
    for (const Situation::Does& does : prover_.situation().does) {
      if (terms_.ground(role) && does.role != role) continue;
      if (moves.size() == max_instead) break;
      const TermId args[] = {does.role, does.move};
      moves.push_back(terms_.compound(does_name, args));
    }
    return moves;
  }

  /// An atom of a relation that clauses define, or should.
  bool is_derived(const Goal& goal) const {
    return goal.kind == Goal::Kind::atom && candidates_.resolution(goal) == Resolution::clauses;
  }

  Prover prover_;  ///< within WhyNotLimits::goal
  Program& program_;
  TermStore& terms_;
  std::size_t attempts_left_;
  std::size_t body_steps_;
  std::size_t steps_left_;
  const Candidates candidates_;
  std::vector<std::string> names_;
  VariableNames fresh_;
};

}  // namespace

Explanation why_not(Prover& prover, const Query& query, const WhyNotLimits& limits) {
  Explanation holds;
  holds.holds = prover.provable(query);
  if (holds.holds) return holds;
  return Explainer(prover, limits).run(query, limits.depth);
}

}  // namespace tesuji::reference
