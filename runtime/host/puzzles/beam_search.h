// Searches a puzzle with a beam: breadth first, but keeps only the best-scored states of each
// level.
//
// Runs one pass after the other: each score with some width, then each with a larger one, so that
// width in the end finds what no score does. A pass that leaves out no states is a complete search.
//
// Source: Lowerre, The HARPY speech recognition system (1976); passes of growing width as in Zhang,
// Complete anytime beam search (1998).
#pragma once

#include "runtime/host/puzzles/breadth_first.h"
#include "runtime/host/puzzles/puzzle.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::runtime {

struct BeamOptions {
  BreadthFirstOptions search;      ///< options of each pass, except width and score
  std::size_t first_width = 128;   ///< of the first passes
  std::size_t growth = 4;          ///< factor of the width from round to round
  std::vector<StateScore> scores;  ///< at least one
  /// Called with each line that is better than the ones before; may be empty.
  std::function<void(const PuzzleLine&)> found{};
};

struct BeamResult {
  BreadthFirstResult best;   ///< the last pass, with the best line of all passes
  std::uint64_t states = 0;  ///< of all passes together
  std::size_t width = 0;     ///< of the last pass
};

/// Ends as soon as a pass has reached the target, or has seen all states, or a pass reaches a
/// limit. `game` as for search_breadth_first. Throws LimitReached as the game does.
[[nodiscard]] BeamResult search_beam(const Game& game, const BeamOptions& options);

/// Scores a state by the number of the role's legal moves, times a factor.
[[nodiscard]] StateScore mobility_score(const Game& game, Role role, double factor);

/// Scores a state by a pseudo-random number that depends only on the state.
[[nodiscard]] StateScore random_score();

}  // namespace tesuji::runtime
