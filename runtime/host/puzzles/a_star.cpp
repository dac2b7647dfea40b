#include "runtime/host/puzzles/a_star.h"

#include <utility>

namespace tesuji::runtime {

AStarResult search_a_star(const Game& game, const BreadthFirstOptions& search) {
  AStarResult result;
  BreadthFirstOptions pass = search;
  pass.most_bounded = search.bound(game.initial());
  while (pass.most_bounded != never_reached &&
         (search.most_moves == 0 || pass.most_bounded <= search.most_moves)) {
    result.least_moves = pass.most_bounded;
    BreadthFirstResult found = search_breadth_first(game, pass);
    ++result.passes;
    result.states = found.states;
    result.all_states += found.states;
    result.end = found.end;
    const int goal = found.best ? found.best->goal : no_goal;
    if (goal > (result.best ? result.best->goal : no_goal)) result.best = std::move(found.best);
    if (found.end != SearchEnd::complete) return result;
    if (!pass.ignored.clock.empty() && found.bound >= search.target) {
      pass.ignored = {};  // a play that the clock ends may have the target
    } else {
      pass.most_bounded = found.next_length;
    }
  }
  return result;
}

}  // namespace tesuji::runtime
