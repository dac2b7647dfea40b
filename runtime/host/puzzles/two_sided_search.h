// Searches a puzzle from both ends, forward from the initial state and backward from known goal
// states, until the two meet.
//
// Requires that every move can be undone by one move, apart from a clock: then the predecessors of
// a state are those of its successors that are not terminal. Each side is breadth first and expands
// whole levels; the side with the smaller last level is expanded next. As long as sides of i and j
// levels have not met, no line has i + j moves or fewer: the state after i moves of such a line, or
// its last one, would be in both. So the first state that both reach, when one side has a level
// more, is on a line of i + j + 1 moves, which is a shortest one. If one side has no next level, no
// line exists.
//
// With `times` the goal must be reached after an exact number of moves: then the clock is a part of
// the states, and the clock of a backward level is that of the number of moves made by then.
//
// Source: Pohl, Bi-directional and heuristic search in path problems (1969).
#pragma once

#include "runtime/host/puzzles/position_symmetries.h"
#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::runtime {

struct TwoSidedOptions {
  std::vector<State> goals{};  ///< terminal
  State ignored{};             ///< bits that do not distinguish states
  State clock{};               ///< bits that change by themselves; empty: none do
  /// The clock by number of moves. With one entry: the clock of all backward states. With more: the
  /// goals' states are those after times.size() - 1 moves, and lines have that length.
  std::vector<State> times{};
  std::vector<BitPermutation> symmetries{};  ///< as in PositionSymmetries; they must not change the
                                             ///< clock
  std::uint32_t most_moves = 0;              ///< of a line; 0: no limit
  std::uint64_t memory_bytes = 0;            ///< for both tables; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

struct TwoSidedResult {
  SearchEnd end = SearchEnd::complete;  ///< complete: no line reaches a goal within most_moves
  /// The joint moves of a shortest line to one of the goals.
  std::optional<std::vector<std::vector<Move>>> moves;
  bool is_exhausted = false;      ///< complete, and no longer line reaches a goal either
  bool is_broken = false;         ///< the sides met, but no line goes through the state: some move
                                  ///< was not undone
  std::uint32_t least_moves = 0;  ///< proven: no line is shorter
  std::uint64_t forward_states = 0;
  std::uint64_t backward_states = 0;
};

/// Each role but one must have one legal move in every state. Throws LimitReached as the game does.
[[nodiscard]] TwoSidedResult search_two_sided(const Game& game, const TwoSidedOptions& options);

}  // namespace tesuji::runtime
