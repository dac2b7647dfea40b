#include "backend/proofs/sat/planning.h"

#include "backend/proofs/sat/fluent_facts.h"
#include "backend/proofs/sat/unrolling.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace tesuji::sat {
namespace {

/// Conflicts of the first window in the first round, and the factor from one window to the next.
constexpr double first_conflicts = 2'000;
constexpr double fall = 0.8;
constexpr double growth = 1.3;
constexpr double least_conflicts = 200;
constexpr double most_round_conflicts = 1e9;

Solver::Answer ask(const Window& window, std::uint32_t conflicts, Workspace& workspace,
                   const Limits& limits) {
  if (limits.reached()) throw LimitReached();
  if (window.reached == workspace.gates.falsity()) return Solver::Answer::unsatisfiable;
  const Literal wanted = window.reached;
  const auto answer = workspace.solver.solve({&wanted, 1}, {}, limits, conflicts);
  if (answer == Solver::Answer::unknown && limits.reached()) throw LimitReached();
  if (answer == Solver::Answer::unsatisfiable) workspace.solver.add({-wanted});
  return answer;
}

}  // namespace

void ask_horizons(HorizonRounds& rounds, Workspace& workspace, const Limits& limits) {
  std::vector<Window> open;  // undecided windows, shortest first
  bool is_last = false;
  std::uint32_t next = 0;
  for (double conflicts = first_conflicts; !is_last || !open.empty();) {
    if (!is_last) {
      const std::optional<Window> window = rounds.next();
      is_last = !window;
      if (window) {
        open.push_back(*window);
        next = window->last + 1;
      }
    }
    double budget = conflicts;
    for (std::size_t i = 0; i < open.size(); budget *= fall) {
      const bool is_only = rounds.shortest || (is_last && open.size() == 1);
      const double most = std::clamp(budget, least_conflicts, most_round_conflicts);
      const auto answer =
          ask(open[i], is_only ? 0 : static_cast<std::uint32_t>(most), workspace, limits);
      rounds.found = answer == Solver::Answer::satisfiable;
      if (rounds.found) return;
      if (answer == Solver::Answer::unknown) {
        ++i;
        continue;
      }
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
      rounds.refuted_below = open.empty() ? next : open.front().first;
    }
    if (open.size() > 1 || is_last) conflicts *= growth;
  }
  rounds.refuted = true;
}

namespace {

class Planner {
 public:
  Planner(const ir::Net& net, std::size_t roles, const PlanningOptions& options)
      : net_(net),
        options_(options),
        unrolling_(workspace_, net, roles, Unrolling::Start::initial) {
    workspace_.gates.watch(&options_.limits);
  }

  PlanningResult run() {
    HorizonRounds rounds;
    rounds.next = [this] { return next_window(); };
    rounds.shortest = options_.shortest;
    try {
      ask_horizons(rounds, workspace_, options_.limits);
      if (rounds.found) keep_plan();
    } catch (const LimitReached&) {
      result_.limit_reached = true;
    }
    result_.refuted_below = rounds.refuted_below;
    result_.refuted = rounds.refuted;
    result_.solver_calls = workspace_.solver.calls();
    result_.clauses = workspace_.solver.clauses();
    return std::move(result_);
  }

 private:
  void keep_plan() {
    Simulation simulation(net_);
    NetState state = unrolling_.first_state();
    std::vector<NetMoves> plan;
    for (std::uint32_t time = 0;; ++time) {
      NetMoves moves = unrolling_.moves_at(time);
      simulation.evaluate(state, moves);
      if (unrolling_.ends(simulation)) break;
      plan.push_back(std::move(moves));
      state = simulation.next();
    }
    result_.plan = std::move(plan);
  }

  std::optional<Window> next_window() {
    if (is_last_) return std::nullopt;
    Window window{next_, last_of_next(), 0};
    if (options_.progress) {
      options_.progress(
          fmt::format("horizon {}: {} clauses", window.last, workspace_.solver.clauses()));
    }
    std::vector<Literal> ways;
    for (std::uint32_t time = window.first; time <= window.last; ++time) {
      if (time > 0) make_moves(time - 1);
      ways.push_back(reached(time));
      if (unrolling_.alive(time + 1) == workspace_.gates.falsity()) {
        is_last_ = true;
        window.last = time;
      }
    }
    if (options_.most_moves > 0 && window.last >= options_.most_moves) is_last_ = true;
    next_ = window.last + 1;
    window.reached = workspace_.gates.any_of(std::move(ways));
    return window;
  }

  [[nodiscard]] std::uint32_t last_of_next() const {
    std::uint32_t width = 1;
    if (!options_.shortest) {
      // While a plan is unlikely, one window covers many horizons.
      width = std::max(width,
                       next_ < options_.likely_moves ? options_.likely_moves - next_ : next_ / 8);
    }
    std::uint32_t last = next_ + width - 1;
    if (options_.most_moves > 0) last = std::min(last, options_.most_moves);
    return last;
  }

  /// From now on, requires moves at this time to be legal unless the game is over.
  void make_moves(std::uint32_t time) {
    workspace_.solver.add({unrolling_.moves_made(time)});
    if (options_.commuting.known) order_moves(time);
    const Literal alive = unrolling_.alive(time + 1);
    for (const ir::FluentFact& fact : options_.facts) {
      const Literal holds = fact_literal(unrolling_, fact, time + 1);
      if (holds != workspace_.gates.truth()) workspace_.solver.add({-alive, holds});
    }
  }

  /// Forbids that a move with a lower number follows a move with which it commutes.
  void order_moves(std::uint32_t time) {
    if (time == 0 || options_.commuting.commuting == 0) return;
    Literal lower = workspace_.gates.falsity();  // the second move is one of those so far
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      if (net_.moves[i].role != role()) continue;
      std::vector<Literal> allowed{-unrolling_.move(i, time - 1), -lower};
      for (const std::uint32_t conflict : options_.commuting.conflicts[i]) {
        allowed.push_back(unrolling_.move(conflict, time));
      }
      // Moves after the end are arbitrary, so any order may be required of them, too.
      workspace_.solver.add(allowed);
      lower = workspace_.gates.any_of({lower, unrolling_.move(i, time)});
    }
  }

  /// Returns a literal: the game ends at this time with one of the wanted goals and no other.
  Literal reached(std::uint32_t time) {
    std::vector<Literal> wanted;
    std::vector<Literal> others;
    for (std::uint32_t i = 0; i < net_.goals.size(); ++i) {
      const bool is_wanted = std::ranges::find(options_.wanted, i) != options_.wanted.end();
      if (!is_wanted && net_.goals[i].role != role()) continue;
      (is_wanted ? wanted : others).push_back(unrolling_.literal(net_.goals[i].holds, time));
    }
    return workspace_.gates.all_of({unrolling_.alive(time), unrolling_.literal(net_.terminal, time),
                                    workspace_.gates.count_between(wanted, 1, 1),
                                    -workspace_.gates.any_of(others)});
  }

  [[nodiscard]] std::uint32_t role() const {
    return options_.wanted.empty() ? 0 : net_.goals[options_.wanted.front()].role;
  }

  const ir::Net& net_;
  const PlanningOptions& options_;
  Workspace workspace_;
  Unrolling unrolling_;
  std::uint32_t next_ = 0;  ///< the first horizon that no window covers
  bool is_last_ = false;    ///< no play is as long as `next_`
  PlanningResult result_;
};

}  // namespace

PlanningResult find_plan(const ir::Net& net, std::size_t roles, const PlanningOptions& options) {
  return Planner(net, roles, options).run();
}

}  // namespace tesuji::sat
