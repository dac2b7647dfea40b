#include "backend/proofs/sat/mutual_step.h"

#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace tesuji::sat {

MutualStep::MutualStep(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
                       std::span<const Candidate> premises, std::span<const Candidate> candidates,
                       const StepOptions& options)
    : premises_(premises),
      candidates_(candidates),
      options_(options),
      unrolling_(workspace_, net, roles, Unrolling::Start::any, options.nonplayable),
      formulas_(unrolling_, atoms),
      degrees_(degrees_of(candidates)),
      premise_degrees_(degrees_of(premises)),
      assumed_(candidates.size()) {
  workspace_.gates.watch(&options.limits);
}

StepResult MutualStep::decide(const Group& group, std::uint32_t depth) {
  result_ = {};
  group_.clear();
  grounds_.assign(candidates_.size(), nullptr);
  try {
    prepare_all(group, depth);
    prepare_premises(depth);
    run(depth);
  } catch (const LimitReached&) {
    result_.limit_reached = true;
  }
  if (result_.limit_reached) {
    // Removes unproved claims; the rest depends only on itself, so it is a proof.
    for (bool changed = true; changed;) {
      const std::size_t before = group_.size();
      reduce(depth, result_.given_up, [&](std::size_t i) { return !stands(i, depth); });
      changed = group_.size() < before;
    }
  }
  for (const std::size_t i : group_) {
    result_.simple_paths = result_.simple_paths || (grounds_[i] && grounds_[i]->differences);
    proved_.push_back(i);
  }
  result_.proved = std::move(group_);
  return std::move(result_);
}

void MutualStep::run(std::uint32_t depth) {
  for (bool changed = true; changed;) {
    const std::size_t before = group_.size();
    std::set<std::uint32_t> degrees;
    for (const std::size_t i : group_) degrees.insert(degrees_[i]);
    for (const std::uint32_t degree : degrees) {
      if (deny(depth, degree)) continue;
      result_.limit_reached = true;
      return;
    }
    changed = group_.size() < before;
  }
}

bool MutualStep::part_is_over(double part) const {
  const auto& deadline = options_.limits.deadline;
  if (!deadline) return false;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
  const std::chrono::duration<double> all = *deadline - begin_;
  return spent.count() > part * all.count();
}

void MutualStep::prepare_all(const Group& group, std::uint32_t depth) {
  const auto& deadline = options_.limits.deadline;
  const auto now = std::chrono::steady_clock::now();
  for (const std::size_t i : group) {
    const bool in_time =
        !deadline || std::chrono::steady_clock::now() - now < (*deadline - now) / 2;
    if (!in_time) {
      result_.given_up.push_back(i);
    } else if (prepare(i, depth)) {
      group_.push_back(i);
    }
  }
}

bool MutualStep::prepare(std::size_t i, std::uint32_t depth) {
  Assumed& some = assumed_[i];
  if (some.active == 0) some.active = workspace_.solver.new_variable();
  try {
    while (some.holds.size() <= depth) {
      const auto time = static_cast<std::uint32_t>(some.holds.size());
      const Literal right = formulas_.at(candidates_[i], time);
      std::vector<Literal> clause{-some.active, -hypothesis(time), right};
      const std::uint32_t end = time + degrees_[i];
      if (degrees_[i] > 0) clause.push_back(-unrolling_.moves_made(end - 1));
      workspace_.solver.add(clause);
      some.holds.push_back(right);
    }
  } catch (const FormulaTooLarge&) {
    return false;
  }
  return true;
}

Literal MutualStep::hypothesis(std::uint32_t time) {
  while (hypotheses_.size() <= time) hypotheses_.push_back(workspace_.solver.new_variable());
  return hypotheses_[time];
}

/// Adds premises, and formulas proved earlier, in all states that a sequence reaches.
void MutualStep::prepare_premises(std::uint32_t depth) {
  std::uint32_t last = depth;
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

void MutualStep::add_premise(const Candidate& premise, std::uint32_t degree, std::uint32_t time) {
  try {
    std::vector<Literal> clause{formulas_.at(premise, time),
                                -unrolling_.alive(time)};
    if (degree > 0) clause.push_back(-unrolling_.moves_made(time + degree - 1));
    // They apply only to states that a sequence reaches by moves.
    if (time > 0) clause.push_back(-unrolling_.moves_made(time - 1));
    workspace_.solver.add(clause);
  } catch (const FormulaTooLarge&) {
    // The proof continues without it.
  }
}

bool MutualStep::deny(std::uint32_t depth, std::uint32_t degree) {
  for (;;) {
    Group claims;
    shown_.clear();
    for (const std::size_t i : group_) {
      if (degrees_[i] != degree) continue;
      (stands(i, depth) ? shown_ : claims).push_back(i);
    }
    if (claims.empty()) return true;
    assumptions_ = assumptions(depth, degree);
    switch (refute(claims, depth)) {
      case Refuted::limit:
        return false;
      case Refuted::all:
        return true;
      case Refuted::too_hard:
        // Drops those that could not be decided; the others may not need them.
        reduce(depth, result_.given_up, [&](std::size_t i) {
          return std::find(hard_.begin(), hard_.end(), i) != hard_.end();
        });
        continue;
      case Refuted::no:
        break;
    }
    if (options_.simple_paths && depth > 1 && separate_equal_states(depth)) continue;
    reduce(depth, result_.failed, [&](std::size_t i) {
      return degrees_[i] <= degree && !workspace_.solver.value(holds(i, depth));
    });
  }
}

std::vector<Literal> MutualStep::assumptions(std::uint32_t depth, std::uint32_t degree) {
  std::vector<Literal> result;
  for (const std::size_t i : group_) result.push_back(assumed_[i].active);
  for (const std::size_t i : shown_) result.push_back(holds(i, depth));
  for (std::uint32_t t = 0; t < depth; ++t) {
    result.push_back(-unrolling_.ended(t));
    result.push_back(hypothesis(t));
  }
  for (std::uint32_t t = 0; t < depth + degree; ++t) result.push_back(unrolling_.moves_made(t));
  different_.clear();
  for (const auto& [pair, differ] : differences_) {
    if (pair.second <= depth) different_.push_back(differ);
  }
  result.insert(result.end(), different_.begin(), different_.end());
  return result;
}

/// Refutes all claims' negations together or, if that is hard, one after the other, assuming the
/// claims proved so far. So counts follow from counts of fewer things.
MutualStep::Refuted MutualStep::refute(const Group& claims, std::uint32_t depth) {
  const bool single = claims.size() == 1;
  std::vector<Literal> denied;
  for (const std::size_t i : claims) denied.push_back(-holds(i, depth));
  switch (workspace_.solver.solve(assumptions_, denied, options_.limits,
                                  single ? 0 : options_.easy_conflicts)) {
    case Solver::Answer::satisfiable:
      return Refuted::no;
    case Solver::Answer::unsatisfiable:
      enter_ground(claims, depth);
      return Refuted::all;
    case Solver::Answer::unknown:
      break;
  }
  if (single || options_.limits.reached()) return Refuted::limit;
  return refute_one_by_one(claims, depth);
}

/// Gives up when a third of the time has passed and some claims are still unproved: those are in
/// hard_.
MutualStep::Refuted MutualStep::refute_one_by_one(Group left, std::uint32_t depth) {
  constexpr double part = 1.0 / 3;
  constexpr std::uint32_t few_conflicts = 100;
  for (std::uint32_t conflicts = few_conflicts; !left.empty();) {
    const std::size_t before = left.size();
    Group hard;
    // Starts at the end: the formulas made last may be parts of the others.
    for (std::size_t n = left.size(); n-- > 0;) {
      const std::size_t i = left[n];
      if (conflicts > options_.easy_conflicts && part_is_over(part)) {
        hard_ = std::move(hard);
        hard_.insert(hard_.end(), left.begin(), left.begin() + static_cast<std::ptrdiff_t>(n + 1));
        return Refuted::too_hard;
      }
      switch (
          workspace_.solver.solve(assumptions_, {{-holds(i, depth)}}, options_.limits, conflicts)) {
        case Solver::Answer::satisfiable:
          return Refuted::no;
        case Solver::Answer::unsatisfiable:
          enter_ground({i}, depth);
          assumptions_.push_back(holds(i, depth));
          shown_.push_back(i);
          break;
        case Solver::Answer::unknown:
          if (options_.limits.reached()) return Refuted::limit;
          hard.push_back(i);
      }
    }
    if (hard.size() == before) conflicts *= 4;
    left = std::move(hard);
  }
  return Refuted::all;
}

void MutualStep::enter_ground(const Group& claims, std::uint32_t depth) {
  const auto needed = [&](Literal literal) { return workspace_.solver.failed(literal); };
  auto ground = std::make_shared<Ground>();
  for (const std::size_t i : group_) {
    if (needed(assumed_[i].active)) ground->hypotheses.push_back(i);
  }
  for (const std::size_t i : shown_) {
    if (needed(holds(i, depth))) ground->claims.push_back(i);
  }
  ground->differences = std::any_of(different_.begin(), different_.end(), needed);
  for (const std::size_t i : claims) grounds_[i] = ground;
}

bool MutualStep::stands(std::size_t i, std::uint32_t depth) const {
  return grounds_[i] != nullptr || holds(i, depth) == workspace_.gates.truth();
}

void MutualStep::withdraw_grounds(std::uint32_t depth) {
  std::vector<bool> inside(candidates_.size(), false);
  for (const std::size_t i : group_) inside[i] = true;
  for (bool changed = true; changed;) {
    changed = false;
    std::unordered_map<const Ground*, bool> sound;  // claims refuted together share one ground
    for (const std::size_t i : group_) {
      const Ground* ground = grounds_[i].get();
      if (ground == nullptr) continue;
      const auto [known, is_new] = sound.try_emplace(ground, true);
      if (is_new) {
        known->second =
            std::all_of(ground->hypotheses.begin(), ground->hypotheses.end(),
                        [&](std::size_t need) { return inside[need]; }) &&
            std::all_of(ground->claims.begin(), ground->claims.end(),
                        [&](std::size_t need) { return inside[need] && stands(need, depth); });
      }
      if (known->second) continue;
      grounds_[i] = nullptr;
      changed = true;
    }
  }
}

template <typename Goes>
void MutualStep::reduce(std::uint32_t depth, Group& to, const Goes& goes) {
  const std::size_t before = to.size();
  std::erase_if(group_, [&](std::size_t i) {
    if (!goes(i)) return false;
    to.push_back(i);
    return true;
  });
  for (std::size_t n = before; n < to.size(); ++n) grounds_[to[n]] = nullptr;
  if (to.size() > before) withdraw_grounds(depth);
}

/// From now on, requires two equal states of the model to differ; returns false if all differ.
bool MutualStep::separate_equal_states(std::uint32_t depth) {
  const Trace trace = trace_of(unrolling_, depth);
  bool found = false;
  for (std::uint32_t b = 1; b < trace.states.size(); ++b) {
    for (std::uint32_t a = 0; a < b; ++a) {
      if (trace.states[a] != trace.states[b] || differences_.contains({a, b})) continue;
      differences_.emplace(std::pair(a, b), unrolling_.states_differ(a, b));
      found = true;
    }
  }
  return found;
}

}  // namespace tesuji::sat
