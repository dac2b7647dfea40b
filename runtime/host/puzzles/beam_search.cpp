#include "runtime/host/puzzles/beam_search.h"

#include "runtime/host/playouts/state_hash.h"

#include <memory>
#include <utility>

namespace tesuji::runtime {

BeamResult search_beam(const Game& game, const BeamOptions& options) {
  BeamResult result;
  for (std::size_t width = options.first_width;; width *= options.growth) {
    for (const StateScore& score : options.scores) {
      BreadthFirstOptions pass = options.search;
      pass.width = width;
      pass.score = score;
      BreadthFirstResult found = search_breadth_first(game, pass);
      result.states += found.states;
      result.width = width;
      const int goal = found.best ? found.best->goal : no_goal;
      const int best = result.best.best ? result.best.best->goal : no_goal;
      const bool is_last =
          found.end != SearchEnd::complete || !found.narrowed;  // or all states have been seen
      if (goal > best && options.found) options.found(*found.best);
      if (goal > best || is_last) {
        if (goal <= best) found.best = std::move(result.best.best);
        result.best = std::move(found);
      }
      if (is_last) return result;
    }
  }
}

StateScore mobility_score(const Game& game, Role role, double factor) {
  const std::shared_ptr<Scratch> scratch = game.make_scratch();
  return [&game, role, factor, scratch,
          legal = std::vector<std::vector<Move>>()](StateView state) mutable {
    game.legal(state, *scratch, legal);
    return factor * static_cast<double>(legal[role].size());
  };
}

StateScore random_score() {
  return [](StateView state) { return static_cast<double>(state_hash(state) >> 11U); };
}

}  // namespace tesuji::runtime
