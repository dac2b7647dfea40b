#include "backend/proofs/sat/goal_states.h"

#include "backend/proofs/sat/fluent_facts.h"
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::sat {

class GoalStates::Search {
 public:
  Search(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
         std::vector<bool> unread, std::vector<bool> clock, std::span<const std::uint32_t> goals,
         Limits limits)
      : net_(net),
        roles_(roles),
        unread_(std::move(unread)),
        clock_(std::move(clock)),
        goals_(goals.begin(), goals.end()),
        limits_(std::move(limits)),
        unrolling_(workspace_, net, roles, Unrolling::Start::any) {
    workspace_.gates.watch(&limits_);
    for (const ir::FluentFact& fact : facts) {
      workspace_.solver.add({fact_literal(unrolling_, fact, 0)});
    }
  }

  std::optional<std::vector<NetState>> find(const NetState& time, std::size_t most,
                                            const std::optional<NetState>& but_for) {
    std::vector<Literal> assumed = at(unrolling_, time);
    assumed.push_back(has_goal(unrolling_));
    const Literal active = workspace_.solver.new_variable();
    assumed.push_back(active);
    std::optional<Unrolling> other;
    if (but_for) {
      // The same state except for the clock, in a separate unrolling.
      other.emplace(workspace_, net_, roles_, Unrolling::Start::any);
      for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
        if (clock_[i]) continue;
        const Literal differ =
            workspace_.gates.differ(other->fluent(i, 0), unrolling_.fluent(i, 0));
        workspace_.solver.add({-active, -differ});
      }
      const std::vector<Literal> others = at(*other, *but_for);
      assumed.insert(assumed.end(), others.begin(), others.end());
      assumed.push_back(-has_goal(*other));
    }
    std::vector<NetState> found;
    while (solve(assumed)) {
      if (found.size() == most) return std::nullopt;
      found.push_back(unrolling_.first_state());
      std::vector<Literal> different{-active};
      for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
        if (unread_[i] || clock_[i] || ir::is_fixed(net_.fluents[i])) continue;
        const Literal holds = unrolling_.fluent(i, 0);
        different.push_back(found.back()[i] ? -holds : holds);
      }
      workspace_.solver.add(different);
    }
    return found;
  }

  void set_limits(Limits limits) { limits_ = std::move(limits); }

  bool ends_all(const NetState& time) {
    std::vector<Literal> assumed = at(unrolling_, time);
    assumed.push_back(-unrolling_.literal(net_.terminal, 0));
    return !solve(assumed);
  }

 private:
  bool solve(const std::vector<Literal>& assumed) {
    // A clause with only its guard may have been added.
    const Solver::Answer answer = workspace_.solver.solve(assumed, {}, limits_);
    if (answer == Solver::Answer::unknown) throw LimitReached();
    return answer == Solver::Answer::satisfiable;
  }

  std::vector<Literal> at(Unrolling& unrolling, const NetState& time) {
    std::vector<Literal> literals;
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      const Literal holds = unrolling.fluent(i, 0);
      if (clock_[i]) literals.push_back(time[i] ? holds : -holds);
    }
    return literals;
  }

  /// Returns a literal: the state is terminal with one of the wanted goals and no other.
  Literal has_goal(Unrolling& unrolling) {
    std::vector<Literal> wanted;
    std::vector<Literal> others;
    for (std::uint32_t i = 0; i < net_.goals.size(); ++i) {
      const bool is_wanted = std::ranges::find(goals_, i) != goals_.end();
      if (!is_wanted && net_.goals[i].role != net_.goals[goals_.front()].role) continue;
      (is_wanted ? wanted : others).push_back(unrolling.literal(net_.goals[i].holds, 0));
    }
    return workspace_.gates.all_of({unrolling.literal(net_.terminal, 0),
                                    workspace_.gates.count_between(wanted, 1, 1),
                                    -workspace_.gates.any_of(others)});
  }

  const ir::Net& net_;
  std::size_t roles_;
  std::vector<bool> unread_;
  std::vector<bool> clock_;
  std::vector<std::uint32_t> goals_;
  Limits limits_;
  Workspace workspace_;
  Unrolling unrolling_;
};

GoalStates::GoalStates(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts,
                       std::vector<bool> unread, std::vector<bool> clock,
                       std::span<const std::uint32_t> goals, Limits limits)
    : search_(std::make_unique<Search>(net, roles, facts, std::move(unread), std::move(clock),
                                       goals, std::move(limits))) {}

GoalStates::~GoalStates() = default;

void GoalStates::set_limits(Limits limits) {
  search_->set_limits(std::move(limits));
}

std::optional<std::vector<NetState>> GoalStates::find(const NetState& time, std::size_t most,
                                                      const std::optional<NetState>& but_for) {
  return search_->find(time, most, but_for);
}

bool GoalStates::ends_all(const NetState& time) { return search_->ends_all(time); }

std::vector<NetState> clock_times(const ir::Net& net, const std::vector<bool>& clock,
                                  std::size_t most) {
  Simulation simulation(net);
  std::vector<NetState> times;
  std::set<NetState> seen;
  NetState time(net.fluents.size(), false);
  for (std::uint32_t i = 0; i < time.size(); ++i) time[i] = clock[i] && net.fluents[i].initially;
  const NetMoves none;
  while (times.size() <= most && seen.insert(time).second) {
    times.push_back(time);
    simulation.evaluate(time, none);
    for (std::uint32_t i = 0; i < time.size(); ++i) {
      if (clock[i]) time[i] = simulation.value(net.fluents[i].next);
    }
  }
  return times;
}

}  // namespace tesuji::sat
