// Solves a puzzle by planning as satisfiability (backend/proofs/sat/planning.h): for part of the
// time in parallel steps, then move by move, using only one order of commuting moves.
#include "backend/puzzles/puzzle_methods.h"

#include "backend/proofs/sat/commuting_moves.h"
#include "backend/proofs/sat/parallel_planning.h"
#include "backend/proofs/sat/planning.h"
#include "passes/nets/make_operators.h"
#include "runtime/host/playouts/playout.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace tesuji::driver {

namespace {

constexpr double parallel_part = 0.15;
constexpr double most_parallel_seconds = 10;
constexpr std::uint32_t most_parallel_steps = 64;
/// Independent pairs of moves suffice if they are at least one in this many.
constexpr std::uint64_t least_independent = 10;
/// Random games played to measure their length.
constexpr std::uint64_t sampled_games = 200;
constexpr double sampled_seconds = 0.5;
constexpr std::uint64_t most_sampled_moves = 1'000;
/// Maximum number of gates of all times in the first window of horizons.
constexpr std::uint64_t most_window_gates = 3'000'000;

class SatPlanner {
 public:
  explicit SatPlanner(const PuzzleTask& task)
      : task_(task), net_(*task.ground->net), roles_(task.game.roles().size()) {
    report_.method = PuzzleMethod::sat;
  }

  MethodReport run() {
    sat::PlanningOptions options;
    options.shortest = task_.wanted.shortest;
    options.most_moves = task_.wanted.horizon;
    options.limits = solver_limits(task_);
    options.progress = [this](const std::string& what) { task_.tell("sat: " + what); };
    options.likely_moves = likely_moves();
    options.facts = task_.facts();
    ir::MoveOperators operators = passes::make_operators(net_, task_.role, options.facts);
    task_.tell(fmt::format("sat: {} of {} pairs of moves are independent", operators.independent,
                           operators.pairs));
    if (plan_in_parallel(operators, options)) return std::move(report_);
    options.commuting = commuting(std::move(operators), options.facts);
    look_at_goals(task_, report_, [&](int value, const std::vector<std::uint32_t>& positions) {
      options.wanted = positions;
      const sat::PlanningResult found = sat::find_plan(net_, roles_, options);
      count(found);
      report_.horizon = found.refuted_below;
      if (found.plan) {
        runtime::PuzzleLine line = line_of(task_, *found.plan, value);
        if (runtime::replay_line(task_.game, line, task_.role) != value) {
          throw std::logic_error("a plan of the SAT solver does not replay");
        }
        report_.goal = value;
        report_.end = runtime::SearchEnd::target;
        task_.found(std::move(line), found.refuted_below >= found.plan->size());
      } else if (!found.refuted) {
        report_.end = runtime::SearchEnd::stopped;
      }
    });
    return std::move(report_);
  }

 private:
  void count(const sat::PlanningResult& found) {
    report_.questions += found.solver_calls;
    report_.clauses = std::max(report_.clauses, found.clauses);
  }

  /// Searches for a plan with the highest goal in parallel steps, for part of the time. Returns
  /// whether it found one.
  bool plan_in_parallel(const ir::MoveOperators& operators,
                        const sat::PlanningOptions& sequential) {
    const bool suits =
        task_.positions.is_only_clock && operators.independent > 0 && !task_.wanted.shortest;
    if (!suits || task_.goals.empty()) return false;
    sat::PlanningOptions options = sequential;
    options.wanted = task_.goals.front().second;
    options.limits = limits_before(task_, parallel_part, most_parallel_seconds);
    options.most_moves = most_parallel_steps;
    const sat::PlanningResult found = sat::find_parallel_plan(net_, roles_, operators, options);
    count(found);
    if (!found.plan) return false;
    runtime::PuzzleLine line = line_of(task_, *found.plan, task_.goals.front().first);
    const std::uint32_t horizon = task_.wanted.horizon;
    const bool is_too_long = horizon > 0 && line.moves.size() > horizon;
    // A clock may end the game before all its moves are made.
    if (is_too_long || runtime::replay_line(task_.game, line, task_.role) != line.goal) {
      return false;
    }
    report_.goal = line.goal;
    report_.end = runtime::SearchEnd::target;
    task_.found(std::move(line), false);
    return true;
  }

  sat::CommutingMoves commuting(ir::MoveOperators operators, const ir::FluentFacts& facts) {
    // If all moves read a number that moves change, the structure shows no independence.
    const bool is_shown = operators.independent * least_independent >= operators.pairs;
    const sat::Limits limits = limits_before(task_);
    sat::CommutingMoves found =
        is_shown ? sat::independent_that_commute(net_, roles_, task_.role, facts,
                                                 std::move(operators.conflicts), limits)
                 : sat::prove_that_commute(net_, roles_, task_.role, facts, limits);
    task_.tell(found.known ? fmt::format("sat: {} of {} pairs of moves commute", found.commuting,
                                         found.pairs)
                           : "sat: unknown which moves commute");
    return found;
  }

  /// Returns the average number of joint moves of random games; less if the net is large.
  [[nodiscard]] std::uint32_t likely_moves() const {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::duration<double>(sampled_seconds);
    runtime::PlayoutOptions options;
    options.step_limit = most_sampled_moves;
    runtime::PlayoutStatistics statistics;
    for (; options.first < sampled_games && Clock::now() < deadline; ++options.first) {
      statistics += runtime::run_playouts(task_.game, options);
    }
    const std::uint64_t mean = statistics.steps / std::max<std::uint64_t>(statistics.playouts, 1);
    const std::uint64_t gates = ir::count_step_gates(net_) + 1;
    return static_cast<std::uint32_t>(std::min(mean, most_window_gates / gates));
  }

  const PuzzleTask& task_;
  const ir::Net& net_;
  std::size_t roles_;
  MethodReport report_;
};

}  // namespace

MethodReport plan_by_sat(const PuzzleTask& task) { return SatPlanner(task).run(); }

}  // namespace tesuji::driver
