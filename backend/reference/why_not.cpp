#include "backend/reference/why_not.h"

#include "backend/reference/goals.h"
#include "backend/reference/prover.h"
#include "backend/reference/unify.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::reference {

namespace {

// Finds the largest satisfiable part of an unsatisfiable conjunction.

/// A binding that leaves as few goals unsatisfied as possible, applied to all goals.
struct PartialMatch {
  std::vector<Goal> satisfied;
  std::vector<Goal> failed;    ///< no answer
  std::vector<Goal> untested;  ///< have unbound variables, or take the prover too long
  bool exact = true;           ///< false: the search was cut off, so a better one may exist
};

enum class State : std::uint8_t { waiting, satisfied, skipped };

class Matcher {
 public:
  Matcher(Prover& prover, const std::vector<Goal>& goals, std::size_t& steps)
      : prover_(prover),
        terms_(prover.program().terms()),
        goals_(goals),
        steps_(steps),
        states_(goals.size(), State::waiting) {
    std::vector<Variable> variables;
    for (const Goal& goal : goals) collect_variables(goal, terms_, variables);
    for (const Variable variable : variables) substitution_.reserve(variable + 1);
  }

  std::optional<std::vector<Goal>> first() {
    if (!search(0, true)) return std::nullopt;
    return result(true).satisfied;
  }

  PartialMatch best() {
    for (std::size_t budget = 1; budget <= goals_.size(); ++budget) {
      if (search(budget, true)) return result(true);
      if (steps_ == 0) break;
    }
    reset();
    static_cast<void>(search(goals_.size(), false));
    return result(false);
  }

 private:
  /// The answers of a goal, or of one part of a disjunction: parts may bind different variables.
  struct Way {
    std::vector<Variable> variables;
    std::vector<Answer> answers;
  };

  /// A chosen goal, and how the search continues from it.
  struct Choice {
    std::size_t goal = 0;
    Goal tried;             ///< the goal with the bindings at that time
    std::vector<Way> ways;  ///< each with answers
    std::size_t way = 0;    ///< the next answer to try is
    std::size_t next = 0;   ///< ways[way].answers[next]
    std::size_t mark = 0;   ///< of the substitution
    bool is_ground = false;
    bool untested = false;  ///< it has variables that no goal binds
    bool skipped = false;
  };

  void reset() {
    substitution_.undo(0);
    states_.assign(goals_.size(), State::waiting);
    skipped_ = 0;
    choices_.clear();
  }

  /// Searches for a binding that skips at most `budget` goals, all of which fail under it. Without
  /// backtracking (and with a budget for all goals) it always takes the first way, and skipped
  /// goals failed when they were tried.
  bool search(std::size_t budget, bool backtracking) {
    reset();
    for (;;) {
      if (const std::size_t goal = select(); goal != goals_.size()) {
        if (backtracking && steps_ == 0) return false;
        choices_.push_back(try_goal(goal));
      } else if (!backtracking || skipped_goals_fail()) {
        return true;
      }
      while (!choices_.empty() && !take(choices_.back(), budget)) choices_.pop_back();
      if (choices_.empty()) return false;
    }
  }

  /// Returns the next goal to try: a ground one, else an atom, else a disjunction, else a negation
  /// whose variables no goal binds.
  std::size_t select() const {
    const auto rank = [&](const Goal& goal) {
      if (ground(apply(goal, substitution_, terms_), terms_)) return 0;
      if (goal.kind == Goal::Kind::atom) return 1;
      return goal.kind == Goal::Kind::disjunction ? 2 : 3;
    };
    std::size_t best = goals_.size();
    int best_rank = 4;
    for (std::size_t i = 0; i < goals_.size() && best_rank > 0; ++i) {
      if (states_[i] != State::waiting) continue;
      if (const int here = rank(goals_[i]); here < best_rank) {
        best = i;
        best_rank = here;
      }
    }
    return best;
  }

  Choice try_goal(std::size_t index) {
    if (steps_ > 0) --steps_;
    Choice choice;
    choice.goal = index;
    choice.mark = substitution_.mark();
    choice.tried = apply(goals_[index], substitution_, terms_);
    choice.is_ground = ground(choice.tried, terms_);
    const bool split = choice.tried.kind == Goal::Kind::disjunction && !choice.is_ground;
    if (!split) add_way(choice.tried, choice);
    if (split) {
      for (const Goal& part : choice.tried.children) add_way(part, choice);
    }
    return choice;
  }

  void add_way(const Goal& goal, Choice& choice) {
    const bool waits = goal.kind == Goal::Kind::negation || goal.kind == Goal::Kind::distinct;
    if (waits && !ground(goal, terms_)) {
      choice.untested = true;
      return;
    }
    Way way;
    const Query query = make_query({&goal, 1}, terms_, way.variables);
    try {
      way.answers = prover_.answers(query);
    } catch (const ReasoningError& error) {
      if (error.code() == "limit" || error.code() == "recursion") {
        steps_ = 0;  // one goal that exceeds the prover's limits ends the search
      } else if (error.code() != "unsafe" || choice.is_ground) {
        throw;
      }  // otherwise a conjunction inside a disjunction contains such a negation
      choice.untested = true;
    }
    if (!way.answers.empty()) choice.ways.push_back(std::move(way));
  }

  /// Takes the next way to continue from a choice; returns false if none is left.
  bool take(Choice& choice, std::size_t budget) {
    substitution_.undo(choice.mark);
    if (choice.skipped) {
      --skipped_;
    } else if (choice.way < choice.ways.size()) {
      if (steps_ > 0) --steps_;
      const Way& way = choice.ways[choice.way];
      const Answer& answer = way.answers[choice.next++];
      for (std::size_t i = 0; i < answer.size(); ++i) {
        substitution_.bind(way.variables[i], answer[i]);
      }
      if (choice.next == way.answers.size()) {
        ++choice.way;
        choice.next = 0;
      }
      states_[choice.goal] = State::satisfied;
      return true;
    } else if (skipped_ < budget && (!choice.is_ground || choice.ways.empty())) {
      // A ground goal that holds is never skipped.
      ++skipped_;
      choice.skipped = true;
      states_[choice.goal] = State::skipped;
      return true;
    }
    states_[choice.goal] = State::waiting;
    return false;
  }

  /// Whether no skipped goal has an answer under the current bindings.
  bool skipped_goals_fail() {
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      if (states_[i] == State::skipped && !try_goal(i).ways.empty()) return false;
    }
    return true;
  }

  PartialMatch result(bool exact) {
    PartialMatch match;
    match.exact = exact;
    // A goal that had no answer when tried is shown as it was then: as `succ(3,Z)`, not with the
    // value that another goal later gave to Z.
    std::vector<const Choice*> tried(goals_.size(), nullptr);
    for (const Choice& choice : choices_) {
      if (choice.skipped && choice.ways.empty()) tried[choice.goal] = &choice;
    }
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      Goal goal = tried[i] != nullptr ? tried[i]->tried : apply(goals_[i], substitution_, terms_);
      auto& list = states_[i] == State::satisfied              ? match.satisfied
                   : tried[i] != nullptr && tried[i]->untested ? match.untested
                                                               : match.failed;
      list.push_back(std::move(goal));
    }
    return match;
  }

  Prover& prover_;
  TermStore& terms_;
  const std::vector<Goal>& goals_;
  std::size_t& steps_;
  std::vector<State> states_;  ///< per goal
  std::size_t skipped_ = 0;
  Substitution substitution_;
  std::vector<Choice> choices_;
};

/// Searches for a binding under which one goal fails, then two, and so on; returns the first that
/// it finds. Tries goals in their order, ground ones first, negations and `distinct` only when
/// ground; if `steps` trials do not suffice, each goal takes its first answer. Subtracts the trials
/// used from `steps`. The goals in the result keep their order. Throws ReasoningError.
PartialMatch best_match(Prover& prover, const std::vector<Goal>& goals, std::size_t& steps) {
  return Matcher(prover, goals, steps).best();
}

/// Returns the goals under the first binding that satisfies them all; nothing if it finds none
/// within `steps` trials.
std::optional<std::vector<Goal>> first_match(Prover& prover, const std::vector<Goal>& goals,
                                             std::size_t& steps) {
  return Matcher(prover, goals, steps).first();
}

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
  // Recursion is as deep as the requested levels.

  /// Explains a goal that fails, by its clauses or its parts.
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

  /// Returns the body of a fresh copy of a clause whose head unifies with the atom.
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

  /// Finds the first clause that proves a ground atom, and the first instance of its body.
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

  /// Fluents usually hold their contents in the last arguments, as `cell(1,1,x)` does. So of the
  /// fluents with one different argument, those that differ in a later one are nearest.
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

  /// Returns the one position at which the arguments of two terms differ; variables never differ.
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

  /// Whether it is an atom of a relation that clauses define, or should define.
  bool is_derived(const Goal& goal) const {
    return goal.kind == Goal::Kind::atom && candidates_.resolution(goal) == Resolution::clauses;
  }

  Prover prover_;  ///< with the limits WhyNotLimits::goal
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
