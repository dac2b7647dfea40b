// Defines puzzles: games with one role besides chance, results of searches for their best play, and
// searches for plans from any state, for players.
//
// The *value* of a puzzle without chance is the highest goal of a terminal state that a play from
// the initial state reaches. States in which the role has no legal move end a play without a goal,
// as do plays that never end; both are worth -1, less than any goal. Source: Genesereth and
// Thielscher, General Game Playing (2014), chapter 13: single-player games.
#pragma once

#include "runtime/host/game/game.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tesuji::runtime {

inline constexpr int highest_goal = 100;
inline constexpr int no_goal = -1;

/// A play from the initial state to a terminal one.
struct PuzzleLine {
  std::vector<std::vector<Move>> moves;  ///< joint moves
  int goal = no_goal;                    ///< the role's goal in the last state
};

/// Why a search ended.
enum class SearchEnd : std::uint8_t {
  complete,  ///< the search space is exhausted: the result is final
  target,    ///< found a line with the wanted goal
  memory,
  time,
  stopped,  ///< its stop flag was set
};

/// Whether the game has one role besides chance.
[[nodiscard]] bool is_puzzle(const Game& game);

/// Plays the joint moves from the initial state; returns the role's goal at their end. Returns
/// nothing unless all are legal, and only the last state is terminal. Throws LimitReached.
[[nodiscard]] std::optional<int> replay_line(const Game& game, const PuzzleLine& line, Role role);

struct PlanQuestion {
  StateView start;         ///< a reachable state of the game
  double seconds = 0;      ///< for the search
  unsigned threads = 1;    ///< at the same time
  std::size_t memory = 0;  ///< bytes; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  /// Called with each line from `start` that is better than the ones before, and the method that
  /// found it; from several threads, one at a time.
  std::function<void(const PuzzleLine& line, std::string_view method)> found{};
};

/// Returns whether the last line is proven to be a best one. Belongs to one game, and keeps what it
/// has computed for it. For one thread. Throws LimitReached as the game does.
using PlanSearch = std::function<bool(const PlanQuestion& question)>;

}  // namespace tesuji::runtime
