// Searches a puzzle without chance breadth first: the best line, and the shortest of these.
//
// Every state is expanded once, in the order of its discovery, so that a state is first reached by
// as few moves as possible. Bits of states may be ignored (passes/nets/position_fluents.h): then
// states that differ in these alone are one *position*, of which the state that was reached first
// stands for all. That is sound where the ignored bits are a clock that does nothing but end the
// game: every play from a later arrival is also legal from an earlier one, until the clock ends it.
// For ends by the clock the bound counts the goal that each position has when the clock runs out.
//
// With a width, it is a beam: of the states of a level only those are expanded that seem best
// (beam_search.h). With a bound on the moves that a state is from the target, states from which a
// line would be too long are left out (a_star.h). With symmetries of the rules, positions that they
// map on each other are one.
#pragma once

#include "runtime/host/puzzles/position_symmetries.h"
#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace tesuji::runtime {

/// Bits of states that do not tell positions apart.
struct IgnoredBits {
  State bits;      ///< empty: none
  State clock{};   ///< those of them that are a clock; empty: none are, or it never ends the game
  State at_end{};  ///< values of these when it does
};

/// How good a state seems; the higher, the better. For one thread.
using StateScore = std::function<double(StateView)>;

/// A lower bound on the number of moves from a state to the end of a line with the target;
/// `never_reached`: no line has it. A move lowers it by one at most. For one thread.
using MoveBound = std::function<std::uint32_t(StateView)>;
inline constexpr std::uint32_t never_reached = UINT32_MAX;

struct BreadthFirstOptions {
  Role role = 0;
  int target = highest_goal;  ///< a line with this goal or a higher one ends the search
  IgnoredBits ignored{};
  std::vector<BitPermutation> symmetries{};  ///< of PositionSymmetries; they leave the clock
  std::uint32_t most_moves = 0;    ///< of a line; 0: no limit
  std::uint64_t memory_bytes = 0;  ///< of the table of states; 0: no limit
  double seconds = 0;              ///< wall clock; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  std::size_t width = 0;  ///< of a level, states that are expanded; 0: all
  StateScore score{};     ///< of states, where there is a width
  MoveBound bound{};      ///< empty: no state is left out for being too far from the target
  std::uint32_t most_bounded = 0;  ///< with a bound: moves of a line with the target
};

struct BreadthFirstResult {
  SearchEnd end = SearchEnd::complete;
  /// The best line found, and of all lines with its goal a shortest one; nothing: no terminal
  /// state with a goal was reached.
  std::optional<PuzzleLine> best;
  /// Proven: no play (of at most `most_moves`) has a higher goal. `highest_goal` unless the search
  /// is complete and not narrowed; with a MoveBound, it counts only plays that were not left out.
  int bound = highest_goal;
  /// With a MoveBound: no line with the target that was left out is shorter; never_reached: none
  /// was.
  std::uint32_t next_length = never_reached;
  bool narrowed = false;     ///< states were left out, as their level had too many
  std::uint64_t states = 0;  ///< different ones that were reached
  std::uint32_t depth = 0;   ///< moves to the state that was expanded last
};

/// `game` has one role that chooses: every other one has one legal move in every state. Throws
/// LimitReached as the game does.
[[nodiscard]] BreadthFirstResult search_breadth_first(const Game& game,
                                                      const BreadthFirstOptions& options);

}  // namespace tesuji::runtime
