// Declares the methods of solving puzzles and their common input: the puzzle and its net, the
// request, and callbacks for lines and bounds that a method finds.
//
// Each method reports how it ended. The sources describe them: planning as satisfiability
// (plan_by_sat.cpp), answer set programs (plan_by_clingo.cpp), A* (solve_a_star.cpp), independent
// subgames (solve_subgames.cpp), search from both ends (solve_two_sided.cpp).
#pragma once

#include "backend/driver/games/net.h"
#include "backend/driver/session.h"
#include "backend/proofs/sat/simulation.h"
#include "backend/proofs/sat/solver.h"
#include "backend/puzzles/solve_puzzle.h"
#include "ir/nets/fluent_facts.h"
#include "passes/nets/position_fluents.h"
#include "runtime/host/game/game.h"
#include "runtime/host/puzzles/breadth_first.h"

#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {

/// Its functions are thread-safe.
struct PuzzleTask {
  const runtime::Game& game;
  const Options& options;
  const PuzzleOptions& wanted;
  runtime::Role role = 0;
  const GroundGame* ground = nullptr;  ///< null: there is no net
  passes::PositionFluents positions{};
  runtime::IgnoredBits ignored{};  ///< bits of states that do not distinguish positions
  /// Values and positions in Net::goals, highest first.
  std::vector<std::pair<int, std::vector<std::uint32_t>>> goals{};
  std::uint32_t most_moves = 0;  ///< of a play: by the horizon or a clock; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  std::function<double()> seconds_left{};
  std::function<bool(int goal)> is_wanted{};  ///< whether a play with this goal is still needed
  std::function<void(runtime::PuzzleLine, bool is_shortest)> found{};
  std::function<void(int bound)>
      bounded{};  ///< called with a proved bound: no play has a higher goal
  std::function<void(const std::string&)> tell{};
  std::function<const ir::FluentFacts&()> facts{};  ///< about the net's fluents, in all plays

  std::function<const std::vector<runtime::BitPermutation>&()> symmetries{};  ///< of the rules

  /// Returns a fraction of the task's memory, in bytes.
  [[nodiscard]] std::uint64_t part_of_memory(double part) const {
    return static_cast<std::uint64_t>(part * static_cast<double>(wanted.memory_bytes));
  }
  [[nodiscard]] bool is_stopped() const { return stop->load(std::memory_order_relaxed); }
};

[[nodiscard]] sat::Limits solver_limits(const PuzzleTask& task);
/// Returns limits for preparations before a search: a fraction of the remaining time.
[[nodiscard]] sat::Limits limits_before(const PuzzleTask& task, double part = 0.1,
                                        double most_seconds = 20);

/// Converts the joint moves by their names; the game has the net's rules.
[[nodiscard]] runtime::PuzzleLine line_of(const PuzzleTask& task,
                                          const std::vector<sat::NetMoves>& plan, int goal);

/// Visits the wanted goals, highest first: look(value, positions in Net::goals) sets report.end,
/// which is complete if no play ends with the goal; continues while it is.
template <typename Look>
void look_at_goals(const PuzzleTask& task, MethodReport& report, const Look& look) {
  const auto& goals = task.goals;
  task.bounded(goals.empty() ? runtime::no_goal : goals.front().first);
  for (auto goal = goals.begin(); goal != goals.end(); ++goal) {
    if (!task.is_wanted(goal->first)) continue;
    report.end = runtime::SearchEnd::complete;
    look(goal->first, goal->second);
    if (report.end != runtime::SearchEnd::complete) return;
    const auto next = std::next(goal);
    task.bounded(next == goals.end() ? runtime::no_goal : next->first);
  }
}

/// Throws LimitReached as the game does.
[[nodiscard]] MethodReport plan_by_sat(const PuzzleTask& task);

/// For the rulesheet at `path`; ignores `task.ground` and `task.goals`. Throws LimitReached as the
/// game does.
[[nodiscard]] MethodReport plan_by_clingo(const std::string& path, const Session& session,
                                          const PuzzleTask& task);

struct BoundedMoves {
  runtime::MoveBound bound;  ///< empty: no bound is known
  std::string why_not;       ///< then the reason, in words
};

/// Bounds lines that end with one of `goals`, positions in Net::goals
/// (passes/nets/make_goal_costs.h). `game` has the rules of `ground`, and `facts` must hold in
/// every state of every play. If a limit is reached, bounds are weaker, or unknown.
[[nodiscard]] BoundedMoves bound_moves(const GroundGame& ground, const runtime::Game& game,
                                       const ir::FluentFacts& facts,
                                       std::span<const std::uint32_t> goals,
                                       const sat::Limits& limits);

/// `memory_bytes`: for its positions; 0: no limit.
[[nodiscard]] MethodReport solve_a_star(const PuzzleTask& task, std::uint64_t memory_bytes);

/// `most_gates`: limit for finding subgames. Throws LimitReached as the game does; if stopped,
/// returns the results so far.
[[nodiscard]] MethodReport solve_subgames(const PuzzleTask& task,
                                          std::uint64_t most_gates = 3'000'000);

/// Throws LimitReached as the game does; if stopped, returns the results so far.
[[nodiscard]] MethodReport solve_two_sided(const PuzzleTask& task, std::uint64_t memory_bytes);

}  // namespace tesuji::driver
