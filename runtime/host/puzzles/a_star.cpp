#include "runtime/host/puzzles/a_star.h"

#include <algorithm>
#include <utility>

namespace tesuji::runtime {

namespace {

/// Makes the clock distinguish positions, too.
IgnoredBits without_clock(IgnoredBits ignored) {
  for (std::size_t i = 0; i < ignored.clock.size(); ++i) ignored.bits[i] &= ~ignored.clock[i];
  ignored.clock.clear();
  ignored.at_end.clear();
  return ignored;
}

}  // namespace

AStarResult search_a_star(const Game& game, const BreadthFirstOptions& search) {
  AStarResult result;
  BreadthFirstOptions pass = search;
  // A pass allows lines some moves longer than the lower bound, so that it has about twice as many
  // states as the pass before it, and all passes together cost little more than the last.
  std::uint32_t allowance = 0;
  result.least_moves = search.bound(game.initial());
  while (result.least_moves != never_reached &&
         (search.most_moves == 0 || result.least_moves <= search.most_moves)) {
    pass.most_bounded = result.least_moves + allowance;
    BreadthFirstResult found = search_breadth_first(game, pass);
    ++result.passes;
    if (found.states < 2 * result.states) allowance = 2 * allowance + 1;
    result.states = found.states;
    result.all_states += found.states;
    result.end = found.end;
    const bool has_target = found.end == SearchEnd::target;
    if (has_target) {
      result.least_moves = static_cast<std::uint32_t>(found.best->moves.size());
    }
    const int goal = found.best ? found.best->goal : no_goal;
    if (goal > (result.best ? result.best->goal : no_goal)) result.best = std::move(found.best);
    if (found.end != SearchEnd::complete) return result;
    if (!pass.ignored.clock.empty() && found.bound >= search.target) {
      pass.ignored = without_clock(pass.ignored);  // a play that the clock ends may have the target
    } else {
      result.least_moves = found.next_length;
    }
  }
  return result;
}

}  // namespace tesuji::runtime
