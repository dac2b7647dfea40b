#include "backend/reference/best_match.h"

#include "backend/reference/goals.h"
#include "backend/reference/unify.h"

#include <algorithm>
#include <utility>

namespace tesuji::reference {

namespace {

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
  /// Answers of a goal, or of one part of a disjunction: the parts may bind different
  /// variables.
  struct Way {
    std::vector<Variable> variables;
    std::vector<Answer> answers;
  };

  /// A goal that was chosen, and how to go on from it.
  struct Choice {
    std::size_t goal = 0;
    Goal tried;             ///< the goal as it was then
    std::vector<Way> ways;  ///< each with answers
    std::size_t way = 0;    ///< the next answer to take is
    std::size_t next = 0;   ///< ways[way].answers[next]
    std::size_t mark = 0;   ///< of the substitution
    bool is_ground = false;
    bool untested = false;  ///< it waits for values that nothing gave
    bool skipped = false;
  };

  void reset() {
    substitution_.undo(0);
    states_.assign(goals_.size(), State::waiting);
    skipped_ = 0;
    choices_.clear();
  }

  /// Looks for a binding that skips at most `budget` goals, all of which fail in it.
  /// Without backtracking (and with budget for all) the first way is taken always, and
  /// skipped goals failed when they were tried.
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

  /// The next goal to try: a ground one, else an atom, else a disjunction, else a
  /// negation whose variables nothing binds any more.
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
        steps_ = 0;  // one goal that is too much for the prover is enough
      } else if (error.code() != "unsafe" || choice.is_ground) {
        throw;
      }  // else a conjunction in a disjunction holds such a negation
      choice.untested = true;
    }
    if (!way.answers.empty()) choice.ways.push_back(std::move(way));
  }

  /// The next way to go on from a choice; false where there is none.
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
      // There is no sense in skipping a ground goal that holds.
      ++skipped_;
      choice.skipped = true;
      states_[choice.goal] = State::skipped;
      return true;
    }
    states_[choice.goal] = State::waiting;
    return false;
  }

  /// Whether nothing that was skipped has an answer now.
  bool skipped_goals_fail() {
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      if (states_[i] == State::skipped && !try_goal(i).ways.empty()) return false;
    }
    return true;
  }

  PartialMatch result(bool exact) {
    PartialMatch match;
    match.exact = exact;
    // What had no answer when it was tried is shown as it was then: `succ(3,Z)`, not
    // with the value that Z got from another goal later.
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

}  // namespace

PartialMatch best_match(Prover& prover, const std::vector<Goal>& goals, std::size_t& steps) {
  return Matcher(prover, goals, steps).best();
}

std::optional<std::vector<Goal>> first_match(Prover& prover, const std::vector<Goal>& goals,
                                             std::size_t& steps) {
  return Matcher(prover, goals, steps).first();
}

}  // namespace tesuji::reference
