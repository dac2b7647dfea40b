#include "backend/sat/induction.h"

#include "backend/sat/unrolling.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace tesuji::sat {

namespace {

using Answer = Solver::Answer;

class Prover {
 public:
  Prover(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
         std::span<const Candidate> premises, std::span<const Candidate> candidates,
         const InductionOptions& options)
      : premises_(premises),
        candidates_(candidates),
        options_(options),
        base_(base_space_, net, roles, Unrolling::Start::initial, options.nonplayable),
        step_(step_space_, net, roles, Unrolling::Start::any, options.nonplayable),
        base_formulas_(base_, atoms),
        step_formulas_(step_, atoms) {
    result_.outcomes.assign(candidates.size(), Outcome::open);
    given_up_.assign(candidates.size(), false);
    for (const Candidate& some : candidates)
      degrees_.push_back(ir::degree(some.invariant->formula));
    for (const Candidate& some : premises) {
      premise_degrees_.push_back(ir::degree(some.invariant->formula));
    }
  }

  InductionResult run() {
    std::uint32_t checked = 0;  // how many states the base cases look at
    for (std::uint32_t depth = options_.first_depth; depth <= options_.most_depth; ++depth) {
      for (; checked < depth && !result_.limit_reached; ++checked) base_case(checked);
      if (result_.limit_reached) break;
      // The step of a larger K begins with what failed with a smaller one.
      std::replace(result_.outcomes.begin(), result_.outcomes.end(), Outcome::step_failed,
                   Outcome::base_holds);
      step(depth);
      if (result_.limit_reached || count(Outcome::step_failed) == 0) break;
    }
    // What was given up is undecided as if its time were over: it was.
    result_.limit_reached = result_.limit_reached ||
                            std::find(given_up_.begin(), given_up_.end(), true) != given_up_.end();
    result_.solver_calls = base_.solver().calls() + step_.solver().calls();
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
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (!asked(i)) continue;
      if (options_.limits.reached()) {
        result_.limit_reached = true;
        return;
      }
      try {
        holds[i] = base_formulas_.at(*candidates_[i].invariant, candidates_[i].instance, time);
      } catch (const FormulaTooLarge&) {
        given_up_[i] = true;  // no step may rest on it
        if (time > 0) result_.outcomes[i] = Outcome::base_holds;
        continue;
      }
      by_degree[degrees_[i]].push_back(i);
    }
    for (auto& [degree, group] : by_degree) {
      base_case(time, degree, group, holds);
      if (result_.limit_reached) return;
    }
  }

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
      const Answer answer = base_.solver().solve(assumptions, denied, options_.limits);
      if (answer == Answer::unknown) {
        result_.limit_reached = true;
        return;
      }
      if (answer == Answer::unsatisfiable) break;
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

  /// The largest set of candidates that hold in the next state if they held in `depth` ones.
  void step(std::uint32_t depth) {
    Group group;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (result_.outcomes[i] != Outcome::base_holds || candidates_[i].refuted || given_up_[i]) {
        continue;
      }
      if (options_.limits.reached()) {
        result_.limit_reached = true;
        return;
      }
      if (prepare(i, depth)) group.push_back(i);
    }
    prepare_premises(depth);
    bool simple = false;
    for (bool changed = true; changed;) {
      changed = false;
      std::set<std::uint32_t> degrees;
      for (const std::size_t i : group) degrees.insert(degrees_[i]);
      for (const std::uint32_t degree : degrees) {
        switch (deny(depth, degree, group, simple)) {
          case Answer::unknown:
            result_.limit_reached = true;
            return;
          case Answer::satisfiable:
            changed = true;
            break;
          case Answer::unsatisfiable:
            break;
        }
      }
    }
    if (group.empty()) return;
    for (const std::size_t i : group) result_.outcomes[i] = Outcome::proved;
    result_.steps.push_back({group, depth, simple});
    // What is proved is no longer denied, but is taken for granted in all states.
    for (const std::size_t i : group) {
      proved_.push_back(i);
    }
  }

  /// Denies the formulas of a degree until there is no model, taking from the group what a
  /// model refutes. Returns satisfiable where the group has become smaller.
  Answer deny(std::uint32_t depth, std::uint32_t degree, Group& group, bool& simple) {
    Answer result = Answer::unsatisfiable;
    for (;;) {
      std::vector<Literal> claims;
      std::vector<Literal> assumptions;
      for (const std::size_t i : group) {
        if (degrees_[i] == degree && holds(i, depth) != step_.gates().truth()) {
          claims.push_back(holds(i, depth));
        }
        assumptions.push_back(assumed_[i].active);
      }
      if (claims.empty()) return result;
      for (std::uint32_t t = 0; t < depth; ++t) {
        assumptions.push_back(-step_.ended(t));
        assumptions.push_back(hypothesis(t));
      }
      for (std::uint32_t t = 0; t < depth + degree; ++t) {
        assumptions.push_back(step_.moves_made(t));
      }
      different_.clear();
      for (const auto& [pair, differ] : differences_) {
        if (pair.second <= depth) different_.push_back(differ);
      }
      assumptions.insert(assumptions.end(), different_.begin(), different_.end());
      switch (refute(assumptions, claims)) {
        case Refuted::limit:
          return Answer::unknown;
        case Refuted::by_all:
          return result;
        case Refuted::with_differences:
          simple = true;
          return result;
        case Refuted::too_hard:
          give_up_hard(depth, group);
          result = Answer::satisfiable;
          continue;
        case Refuted::no:
          break;
      }
      if (options_.simple_paths && depth > 1 && separate_equal_states(depth)) continue;
      const std::size_t before = group.size();
      std::erase_if(group, [&](std::size_t i) {
        if (degrees_[i] > degree || step_.solver().value(holds(i, depth))) return false;
        result_.outcomes[i] = Outcome::step_failed;
        return true;
      });
      if (group.size() < before) result = Answer::satisfiable;
    }
  }

  /// Takes claims from the group that could not be decided; the others may do without them.
  void give_up_hard(std::uint32_t depth, Group& group) {
    std::erase_if(group, [&](std::size_t i) {
      if (std::find(hard_.begin(), hard_.end(), holds(i, depth)) == hard_.end()) return false;
      given_up_[i] = true;
      return true;
    });
  }

  enum class Refuted : std::uint8_t { no, by_all, with_differences, too_hard, limit };

  /// Whether all claims follow from the assumptions: together, or where that is hard one after the
  /// other, what has been shown being assumed. So counts follow from counts of fewer things.
  /// Too hard where a third of the time is over and some still resist: those are in hard_.
  Refuted refute(const std::vector<Literal>& assumptions, const std::vector<Literal>& claims) {
    constexpr std::uint32_t easy = 2'000;  // conflicts
    const bool single = claims.size() == 1;
    std::vector<Literal> denied;
    for (const Literal claim : claims) denied.push_back(-claim);
    const Answer answer =
        step_.solver().solve(assumptions, denied, options_.limits, single ? 0 : easy);
    if (answer == Answer::satisfiable) return Refuted::no;
    if (answer == Answer::unsatisfiable) return needs_differences();
    if (single || options_.limits.reached()) return Refuted::limit;
    Refuted all = Refuted::by_all;
    std::vector<Literal> assumed = assumptions;
    std::vector<Literal> left = claims;
    for (std::uint32_t conflicts = 100; !left.empty();) {
      const std::size_t before = left.size();
      std::vector<Literal> hard;
      // What was written down last may be what the others are made of.
      for (std::size_t i = left.size(); i-- > 0;) {
        const Literal claim = left[i];
        if (conflicts > easy && third_over()) {
          hard_ = std::move(hard);
          hard_.insert(hard_.end(), left.begin(),
                       left.begin() + static_cast<std::ptrdiff_t>(i + 1));
          return Refuted::too_hard;
        }
        switch (step_.solver().solve(assumed, {{-claim}}, options_.limits, conflicts)) {
          case Answer::satisfiable:
            return Refuted::no;
          case Answer::unsatisfiable:
            if (needs_differences() != Refuted::by_all) all = Refuted::with_differences;
            assumed.push_back(claim);
            break;
          case Answer::unknown:
            if (options_.limits.reached()) return Refuted::limit;
            hard.push_back(claim);
        }
      }
      if (hard.size() == before) {
        conflicts *= 4;
      }
      left = std::move(hard);
    }
    return all;
  }

  [[nodiscard]] bool third_over() const {
    const auto& deadline = options_.limits.deadline;
    if (!deadline) return false;
    const auto now = std::chrono::steady_clock::now();
    return 2 * (now - begin_) > *deadline - now;
  }

  /// Of an unsatisfiable call: whether it took for granted that states differ.
  Refuted needs_differences() {
    const bool needed = std::any_of(different_.begin(), different_.end(),
                                    [&](Literal differ) { return step_.solver().failed(differ); });
    return needed ? Refuted::with_differences : Refuted::by_all;
  }

  /// Makes two states of the model that are equal differ from now on; false where there are none.
  bool separate_equal_states(std::uint32_t depth) {
    const Trace trace = trace_of(step_, depth);
    bool found = false;
    for (std::uint32_t b = 1; b < trace.states.size(); ++b) {
      for (std::uint32_t a = 0; a < b; ++a) {
        if (trace.states[a] != trace.states[b] || differences_.contains({a, b})) continue;
        differences_.emplace(std::pair(a, b), step_.states_differ(a, b));
        found = true;
      }
    }
    return found;
  }

  /// A literal that, assumed, makes the candidates whose literals are assumed hold at a time.
  Literal hypothesis(std::uint32_t time) {
    while (hypotheses_.size() <= time) hypotheses_.push_back(step_.solver().new_variable());
    return hypotheses_[time];
  }

  struct Assumed {
    Literal active = 0;
    std::vector<Literal> holds;  ///< by time
  };

  [[nodiscard]] Literal holds(std::size_t i, std::uint32_t time) const {
    return assumed_[i].holds[time];
  }

  /// Adds what a candidate says of the first states, guarded; false where it is too large.
  bool prepare(std::size_t i, std::uint32_t depth) {
    if (assumed_.empty()) assumed_.resize(candidates_.size());
    Assumed& some = assumed_[i];
    if (some.active == 0) some.active = step_.solver().new_variable();
    try {
      while (some.holds.size() <= depth) {
        const auto time = static_cast<std::uint32_t>(some.holds.size());
        some.holds.push_back(
            step_formulas_.at(*candidates_[i].invariant, candidates_[i].instance, time));
        const std::uint32_t end = time + degrees_[i];
        std::vector<Literal> clause{-some.active, -hypothesis(time), some.holds.back()};
        if (degrees_[i] > 0) clause.push_back(-step_.moves_made(end - 1));
        step_.solver().add(clause);
      }
    } catch (const FormulaTooLarge&) {
      return false;
    }
    return true;
  }

  /// Premises, and what was proved before, hold in all states that a sequence gets to.
  void prepare_premises(std::uint32_t depth) {
    std::uint32_t last = 0;
    for (const std::uint32_t degree : degrees_) last = std::max(last, depth + degree);
    for (; premise_times_ <= last; ++premise_times_) {
      for (std::size_t i = 0; i < premises_.size(); ++i) {
        add_premise(premises_[i], premise_degrees_[i], premise_times_);
      }
      for (std::size_t p = 0; p < proved_before_; ++p) {
        add_premise(candidates_[proved_[p]], degrees_[proved_[p]], premise_times_);
      }
    }
    for (; proved_before_ < proved_.size(); ++proved_before_) {
      const std::size_t i = proved_[proved_before_];
      for (std::uint32_t t = 0; t < premise_times_; ++t) {
        add_premise(candidates_[i], degrees_[i], t);
      }
    }
  }

  void add_premise(const Candidate& premise, std::uint32_t degree, std::uint32_t time) {
    try {
      std::vector<Literal> clause{step_formulas_.at(*premise.invariant, premise.instance, time),
                                  -step_.alive(time)};
      if (degree > 0) clause.push_back(-step_.moves_made(time + degree - 1));
      // It is about states that a sequence comes to only where moves are made before.
      if (time > 0) clause.push_back(-step_.moves_made(time - 1));
      step_.solver().add(clause);
    } catch (const FormulaTooLarge&) {
      // The proof goes without it.
    }
  }

  std::span<const Candidate> premises_;
  std::span<const Candidate> candidates_;
  const InductionOptions& options_;
  Workspace base_space_;
  Workspace step_space_;
  Unrolling base_;
  Unrolling step_;
  FormulaLiterals base_formulas_;
  FormulaLiterals step_formulas_;
  std::vector<std::uint32_t> degrees_;          ///< by candidate
  std::vector<std::uint32_t> premise_degrees_;  ///< by premise
  std::vector<Assumed> assumed_;                ///< by candidate
  std::vector<Literal> hypotheses_;             ///< by time
  std::map<std::pair<std::uint32_t, std::uint32_t>, Literal> differences_;
  std::vector<Literal> different_;  ///< of these, those that are assumed
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<Literal> hard_;   ///< claims of the last refutation that was given up
  std::vector<bool> given_up_;  ///< by candidate
  std::vector<std::size_t> proved_;
  std::size_t proved_before_ = 0;    ///< of these, how many are premises
  std::uint32_t premise_times_ = 0;  ///< premises have been added for earlier times
  InductionResult result_;
};

}  // namespace

Trace trace_of(const Unrolling& unrolling, std::uint32_t last) {
  Trace trace;
  Simulation simulation(unrolling.net());
  trace.states.push_back(unrolling.first_state());
  for (std::uint32_t t = 0; t < last; ++t) {
    NetMoves moves = unrolling.moves_at(t);
    simulation.evaluate(trace.states.back(), moves);
    if (unrolling.ends(simulation)) break;
    trace.states.push_back(simulation.next());
    trace.moves.push_back(std::move(moves));
  }
  return trace;
}

InductionResult prove_by_induction(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
                                   std::span<const Candidate> premises,
                                   std::span<const Candidate> candidates,
                                   const InductionOptions& options) {
  return Prover(net, roles, atoms, premises, candidates, options).run();
}

}  // namespace tesuji::sat
