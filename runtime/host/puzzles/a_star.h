// Searches a puzzle for a shortest line with a goal, by a lower bound on the moves that are left.
//
// A*, breadth first in passes: each pass expands the states over which a line need not be longer
// than some length, the next one at least those of the least length that was left out, and more
// where that would be few. A state is first
// reached by as few moves as possible, so that nothing is expanded twice in a pass, and what may be
// ignored of states is what breadth-first search may ignore. A line that a pass
// finds is a shortest one, whatever longer lines the pass would have allowed.
//
// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost
// paths (1968); Zhou and Hansen, Breadth-first heuristic search (2006), for the passes.
#pragma once

#include "runtime/host/puzzles/breadth_first.h"
#include "runtime/host/puzzles/puzzle.h"

#include <cstdint>
#include <optional>

namespace tesuji::runtime {

struct AStarResult {
  SearchEnd end = SearchEnd::complete;  ///< complete: no line has the target
  /// The best line that was found; a shortest one of all with the target, if it has that.
  std::optional<PuzzleLine> best;
  /// Proven: no line with the target is shorter; never_reached: no line has it.
  std::uint32_t least_moves = 0;
  std::uint64_t states = 0;      ///< different ones, of the last pass
  std::uint64_t all_states = 0;  ///< of all passes together
  std::uint32_t passes = 0;
};

/// `search`: with a bound; its most_bounded is not read, and its seconds are those of a pass.
/// `game` as for search_breadth_first. Throws LimitReached as the game does.
[[nodiscard]] AStarResult search_a_star(const Game& game, const BreadthFirstOptions& search);

}  // namespace tesuji::runtime
