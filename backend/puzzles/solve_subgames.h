// Solves a puzzle by its independent subgames (passes/subgames/subgames.h).
//
// For each goal, the highest first, and each of its cases: the puzzles of subgames are solved one
// by one, by breadth-first search and by SAT in turns of growing length, and their plans are
// interleaved to a play of the whole game, which the game itself checks. Where a puzzle has no
// solution, the case has none.
#pragma once

#include "backend/puzzles/solve_puzzle.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {

struct SubgameSolving {
  const GroundGame& ground;
  const runtime::Game& game;
  const Options& options;
  runtime::Role role = 0;
  /// Values and positions in Net::goals, the highest first.
  std::vector<std::pair<int, std::vector<std::uint32_t>>> goals{};
  bool shortest = false;
  std::uint32_t most_moves = 0;          ///< of a play: by a horizon or a clock; 0: no limit
  std::uint64_t memory_bytes = 0;        ///< 0: no limit
  std::uint64_t most_gates = 3'000'000;  ///< to find subgames
  const std::atomic<bool>* stop = nullptr;
  std::function<bool(int goal)> is_wanted{};  ///< whether a play with this goal is looked for
  std::function<void(runtime::PuzzleLine, bool is_shortest)> found{};
  std::function<void(int bound)> bounded{};  ///< proven: no play has a higher goal
  std::function<void(const std::string&)> tell{};
};

/// `ground` has one role. Throws LimitReached as the game does; stopped, what is known by then.
[[nodiscard]] MethodReport solve_subgames(const SubgameSolving& solving);

}  // namespace tesuji::driver
