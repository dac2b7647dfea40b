// Searches a puzzle for a shortest line with a goal, using a lower bound on the remaining moves.
//
// A*, as breadth-first passes: each pass expands the states through which a line need not be longer
// than some limit. The next limit is at least the least length that was left out, and larger if
// that would add few states. A state is first reached by as few moves as possible, so that nothing
// is expanded twice in a pass, and the same bits of states may be ignored as in breadth-first
// search. A line that a pass finds is a shortest one, even if the pass allowed longer lines.
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
  /// The best line found; a shortest one of all, if it has the target.
  std::optional<PuzzleLine> best;
  /// Proven: no line with the target is shorter; never_reached: no line has it.
  std::uint32_t least_moves = 0;
  std::uint64_t states = 0;      ///< different ones, in the last pass
  std::uint64_t all_states = 0;  ///< in all passes together
  std::uint32_t passes = 0;
};

/// `search`: must have a bound; its most_bounded is ignored, and its seconds are the limit of each
/// pass. `game` as for search_breadth_first. Throws LimitReached as the game does.
[[nodiscard]] AStarResult search_a_star(const Game& game, const BreadthFirstOptions& search);

}  // namespace tesuji::runtime
