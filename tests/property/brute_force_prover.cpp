#include "tests/property/brute_force_prover.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

namespace tesuji::tests {

using ir::InstanceNumber;
using ir::Invariant;
using proofs::Candidate;
using proofs::Outcome;

/// A set on its way.
struct BruteForceProver::Running {
  const proofs::InvariantSet& set;
  std::span<const Candidate> premises;
  Outcomes outcomes{};

  [[nodiscard]] std::size_t proved() const {
    std::size_t sum = 0;
    for (const auto& some : outcomes) {
      sum += static_cast<std::size_t>(std::count(some.begin(), some.end(), Outcome::proved));
    }
    return sum;
  }
  /// What may be used in a step of so many moves: what was given, and what was proved so far.
  [[nodiscard]] std::vector<Candidate> usable(std::uint32_t moves) const {
    std::vector<Candidate> result(premises.begin(), premises.end());
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      for (InstanceNumber k = 0; k < outcomes[i].size(); ++k) {
        if (outcomes[i][k] == Outcome::proved) result.push_back({&set.invariants[i], k});
      }
    }
    std::erase_if(
        result, [&](const Candidate& some) { return ir::degree(some.invariant->formula) > moves; });
    return result;
  }
};

const std::vector<bool>& BruteForceProver::holds(const Invariant& invariant, Sequence sequence) {
  const std::size_t length =
      std::min<std::size_t>(sequence.size(), ir::degree(invariant.formula) + std::size_t{1});
  std::vector<StateNumber> key(sequence.begin(),
                               sequence.begin() + static_cast<std::ptrdiff_t>(length));
  const auto [place, is_new] = known_[invariant.name].try_emplace(std::move(key));
  if (!is_new) return place->second;
  std::vector<const NaiveState*> window;
  for (const StateNumber number : place->first) window.push_back(&states_.at(number).holds);
  for (InstanceNumber k = 0; k < ir::instances(invariant); ++k) {
    const std::vector<ir::Symbol> symbols = ir::instance_symbols(invariant, k);
    std::map<ir::VariableId, ir::Symbol> values;
    for (std::size_t p = 0; p < symbols.size(); ++p) values[invariant.parameters[p]] = symbols[p];
    place->second.push_back(naive_holds(invariant.formula, invariant, values, window));
  }
  return place->second;
}

std::vector<bool> BruteForceProver::holds_from(const Invariant& invariant, Sequence sequence,
                                               std::size_t begin) {
  if (begin >= sequence.size()) return std::vector<bool>(ir::instances(invariant), true);
  return holds(invariant, sequence.subspan(begin));
}

bool BruteForceProver::all_hold(std::span<const Candidate> premises, Sequence sequence) {
  return std::all_of(premises.begin(), premises.end(), [&](const Candidate& some) {
    return holds(*some.invariant, sequence)[some.instance];
  });
}

std::vector<bool> BruteForceProver::step_fails(const Invariant& invariant, Sequence sequence) {
  std::vector<bool> fails = holds_from(invariant, sequence, induction_);
  fails.flip();
  for (std::uint32_t i = 0; i < induction_; ++i) {
    const std::vector<bool> assumed = holds_from(invariant, sequence, i);
    for (std::size_t k = 0; k < fails.size(); ++k) fails[k] = fails[k] && assumed[k];
  }
  return fails;
}

void BruteForceProver::decide_base(Running& running, std::uint32_t degree) {
  const std::uint32_t moves = degree + induction_ - 1;
  states_.for_each_sequence(states_.initial(), moves, nonplayable_, [&](Sequence sequence) {
    for (std::size_t i = 0; i < running.outcomes.size(); ++i) {
      const Invariant& invariant = running.set.invariants[i];
      if (ir::degree(invariant.formula) != degree) continue;
      for (std::uint32_t begin = 0; begin < induction_; ++begin) {
        const std::vector<bool> found = holds_from(invariant, sequence, begin);
        for (std::size_t k = 0; k < found.size(); ++k) {
          if (!found[k]) running.outcomes[i][k] = Outcome::base_failed;
        }
      }
    }
    return true;
  });
}

void BruteForceProver::decide_step(Running& running, std::uint32_t degree) {
  const std::uint32_t moves = degree + induction_;
  const std::vector<Candidate> premises = running.usable(moves);
  std::vector<std::size_t> open;
  Outcomes found = running.outcomes;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (ir::degree(running.set.invariants[i].formula) != degree) continue;
    if (std::find(found[i].begin(), found[i].end(), Outcome::base_holds) == found[i].end())
      continue;
    std::replace(found[i].begin(), found[i].end(), Outcome::base_holds, Outcome::proved);
    open.push_back(i);
  }
  if (open.empty()) return;
  for (StateNumber from = 0; from < states_.count(); ++from) {
    states_.for_each_sequence(from, moves, nonplayable_, [&](Sequence sequence) {
      if (!all_hold(premises, sequence)) return true;
      for (const std::size_t i : open) {
        const std::vector<bool> fails = step_fails(running.set.invariants[i], sequence);
        for (std::size_t k = 0; k < fails.size(); ++k) {
          if (fails[k] && running.outcomes[i][k] == Outcome::base_holds) {
            found[i][k] = Outcome::step_failed;
          }
        }
      }
      return true;
    });
  }
  running.outcomes = std::move(found);
}

BruteForceProver::Outcomes BruteForceProver::prove(const proofs::InvariantSet& set,
                                                   std::span<const Candidate> premises,
                                                   std::span<const proofs::Words> refuted) {
  Running running{set, premises};
  std::set<std::uint32_t> degrees;
  for (const Invariant& invariant : set.invariants) {
    running.outcomes.emplace_back(ir::instances(invariant), Outcome::base_holds);
    degrees.insert(ir::degree(invariant.formula));
  }
  for (const std::uint32_t degree : degrees) decide_base(running, degree);
  for (std::size_t i = 0; i < refuted.size(); ++i) {
    for (InstanceNumber k = 0; k < running.outcomes[i].size(); ++k) {
      Outcome& outcome = running.outcomes[i][k];
      if (outcome == Outcome::base_holds && proofs::has_bit(refuted[i], k))
        outcome = Outcome::refuted;
    }
  }
  for (unsigned run = 0; set.runs == 0 || run < set.runs; ++run) {
    const std::size_t before = running.proved();
    for (auto& some : running.outcomes) {
      std::replace(some.begin(), some.end(), Outcome::step_failed, Outcome::base_holds);
    }
    for (const std::uint32_t degree : degrees) decide_step(running, degree);
    if (running.proved() == before) break;
  }
  return std::move(running.outcomes);
}

bool BruteForceProver::has_play(const Invariant& invariant, InstanceNumber instance,
                                std::uint32_t moves) {
  const std::uint32_t length = moves + ir::degree(invariant.formula);
  return !states_.for_each_sequence(states_.initial(), length, nonplayable_, [&](Sequence some) {
    return static_cast<bool>(holds_from(invariant, some, moves)[instance]);
  });
}

bool BruteForceProver::has_pair(const Invariant& invariant, InstanceNumber instance,
                                std::span<const Candidate> premises) {
  const std::uint32_t moves = ir::degree(invariant.formula) + induction_;
  for (StateNumber from = 0; from < states_.count(); ++from) {
    const bool none = states_.for_each_sequence(from, moves, nonplayable_, [&](Sequence some) {
      return !all_hold(premises, some) || !step_fails(invariant, some)[instance];
    });
    if (!none) return true;
  }
  return false;
}

std::vector<StateNumber> BruteForceProver::reachable() {
  std::vector<bool> seen(states_.count());
  std::vector<StateNumber> found{states_.initial()};
  seen[states_.initial()] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const AllStates::State& state = states_.at(found[i]);
    for (const StateNumber next : state.successors) {
      if (!seen[next]) found.push_back(next);
      seen[next] = true;
    }
  }
  return found;
}

template <typename States>
std::vector<bool> BruteForceProver::holds_from(const States& states, const Invariant& invariant) {
  std::vector<bool> result(ir::instances(invariant), true);
  for (const StateNumber from : states) {
    states_.for_each_sequence(from, ir::degree(invariant.formula), nonplayable_,
                              [&](Sequence sequence) {
                                const std::vector<bool>& found = holds(invariant, sequence);
                                for (std::size_t k = 0; k < result.size(); ++k) {
                                  result[k] = result[k] && found[k];
                                }
                                return true;
                              });
  }
  return result;
}

std::vector<bool> BruteForceProver::holds_in_reach(const Invariant& invariant) {
  return holds_from(reachable(), invariant);
}

std::vector<bool> BruteForceProver::holds_anywhere(const Invariant& invariant) {
  return holds_from(std::views::iota(StateNumber{0}, states_.count()), invariant);
}

}  // namespace tesuji::tests
