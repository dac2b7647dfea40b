// Searches a puzzle without chance breadth first for a shortest line with the best goal.
//
// Every state is expanded once, in the order of discovery, so a state is first reached by as few
// moves as possible. Bits of states may be ignored (passes/nets/position_fluents.h): then states
// that differ only in these are one *position*, represented by the state that was reached first.
// That is sound if the ignored bits are a clock that does nothing but end the game: every play from
// a later arrival is also legal from an earlier one, until the clock ends it. For ends by the clock
// the bound counts the goal that each position has when the clock runs out.
//
// With a width, it is a beam search: only the best-scored states of a level are expanded
// (beam_search.h). With a bound on the moves from a state to the target, states from which a line
// would be too long are left out (a_star.h). With symmetries of the rules, positions that they map
// on each other count as one.
#pragma once

#include "runtime/host/puzzles/position_symmetries.h"
#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace tesuji::runtime {

/// Bits of states that do not distinguish positions.
struct IgnoredBits {
  State bits;      ///< empty: none
  State clock{};   ///< those of them that form a clock; empty: none do, or the clock never ends the
                   ///< game
  State at_end{};  ///< their values when the clock ends the game
};

/// Scores a state; higher is better. For one thread.
using StateScore = std::function<double(StateView)>;

/// Returns a lower bound on the number of moves from a state to the end of a line with the target;
/// `never_reached`: no line has it. A move lowers it by at most one. For one thread.
using MoveBound = std::function<std::uint32_t(StateView)>;
inline constexpr std::uint32_t never_reached = UINT32_MAX;

struct BreadthFirstOptions {
  Role role = 0;
  int target = highest_goal;  ///< a line with this goal or a higher one ends the search
  IgnoredBits ignored{};
  std::vector<BitPermutation> symmetries{};  ///< as in PositionSymmetries; they must not change the
                                             ///< clock
  std::uint32_t most_moves = 0;    ///< of a line; 0: no limit
  std::uint64_t memory_bytes = 0;  ///< for the table of states; 0: no limit
  double seconds = 0;              ///< wall clock; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  std::size_t width = 0;           ///< states of a level that are expanded; 0: all
  StateScore score{};              ///< of states; used if there is a width
  MoveBound bound{};               ///< empty: no state is left out as too far from the target
  std::uint32_t most_bounded = 0;  ///< with a bound: moves of a line with the target
};

struct BreadthFirstResult {
  SearchEnd end = SearchEnd::complete;
  /// The best line found, a shortest one of all with its goal; nothing: no terminal state with a
  /// goal was reached.
  std::optional<PuzzleLine> best;
  /// Proven: no play (of at most `most_moves`) has a higher goal. `highest_goal` unless the search
  /// is complete and not narrowed; with a MoveBound, covers only the plays that were not left out.
  int bound = highest_goal;
  /// With a MoveBound: every line with the target that was left out has at least this length;
  /// never_reached: none was left out.
  std::uint32_t next_length = never_reached;
  bool narrowed = false;     ///< states were left out because their level had too many
  std::uint64_t states = 0;  ///< different ones that were reached
  std::uint32_t depth = 0;   ///< moves to the state that was expanded last
};

/// In `game` one role chooses: every other one must have one legal move in every state. Throws
/// LimitReached as the game does.
[[nodiscard]] BreadthFirstResult search_breadth_first(const Game& game,
                                                      const BreadthFirstOptions& options);

}  // namespace tesuji::runtime
