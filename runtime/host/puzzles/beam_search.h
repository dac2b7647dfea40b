// Searches a puzzle with a beam: breadth first, but of each level only the states that seem best.
//
// One pass after the other: each score is tried with some width, then each with a greater one, so
// that what no score knows of is found by width in the end. A pass that leaves out nothing is a
// search of all states.
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
  BreadthFirstOptions search;      ///< of each pass, but for width and score
  std::size_t first_width = 128;   ///< of the first passes
  std::size_t growth = 4;          ///< of the width from round to round
  std::vector<StateScore> scores;  ///< at least one
  /// Called with each line that is better than those before; may be empty.
  std::function<void(const PuzzleLine&)> found{};
};

struct BeamResult {
  BreadthFirstResult best;   ///< the last pass, with the best line of all passes
  std::uint64_t states = 0;  ///< of all passes together
  std::size_t width = 0;     ///< of the last pass
};

/// Ends as soon as a pass has reached the target, or has seen all states, or a limit of one pass
/// is reached. `game` as for search_breadth_first. Throws LimitReached as the game does.
[[nodiscard]] BeamResult search_beam(const Game& game, const BeamOptions& options);

/// The number of the role's legal moves, times a factor.
[[nodiscard]] StateScore mobility_score(const Game& game, Role role, double factor);

/// A number that depends on nothing but the state, as if drawn at random.
[[nodiscard]] StateScore random_score();

}  // namespace tesuji::runtime
