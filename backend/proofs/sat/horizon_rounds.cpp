#include "backend/proofs/sat/horizon_rounds.h"

#include <algorithm>
#include <vector>

namespace tesuji::sat {

namespace {

/// Conflicts of the first window in the first round, and the factor from one window to the next.
constexpr double first_conflicts = 2'000;
constexpr double fall = 0.8;
constexpr double growth = 1.3;
constexpr double least_conflicts = 200;
constexpr double most_conflicts = 1e9;

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
      const double most = std::clamp(budget, least_conflicts, most_conflicts);
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

}  // namespace tesuji::sat
