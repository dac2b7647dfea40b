// Solves a small game in the background, so that it is played perfectly from then on.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/search/minimax.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::driver {

/// What complete search knows of a state in which a role has to move.
struct SolvedTurn {
  runtime::Role mover = runtime::no_role;
  int goal = 0;             ///< of the mover under perfect play
  bool drawn = false;       ///< neither role has more than the other
  std::uint32_t plies = 0;  ///< as of GameValue
  /// All that lead to it, and before all others the one that wins soonest, or loses latest.
  std::vector<runtime::Move> moves;
};

/// Of games for two who take turns, whose goals have the same sum in all ends; of others, and of
/// those that are too large, it knows nothing. One thread may ask it.
class GameSolver {
 public:
  /// Searches from the initial state, in a thread of its own, for so many seconds at most, and in
  /// `memory` bytes.
  GameSolver(const LoadedGame& game, double seconds, std::size_t memory);
  /// Gives up what it has not solved.
  ~GameSolver();
  GameSolver(const GameSolver&) = delete;
  GameSolver& operator=(const GameSolver&) = delete;

  /// Returns when the game is solved, or will not be.
  void wait() { done_.wait(false); }

  /// Of a state of the game. Nothing before it is solved, and where nobody can move.
  [[nodiscard]] std::optional<SolvedTurn> turn(runtime::StateView state);

  /// Joint moves of perfect play from a state, so many at most, as names in role order.
  [[nodiscard]] std::vector<std::string> line(runtime::StateView state, std::size_t most);

 private:
  void solve();
  [[nodiscard]] bool find_sum();

  LoadedGame game_;
  std::atomic<bool> given_up_{false};
  runtime::TimedStop time_;
  std::size_t memory_;
  std::unique_ptr<runtime::Minimax> minimax_;  ///< set before `done_`; null: not solved
  int sum_ = 0;                                ///< of both roles' goals, the same
  std::atomic<bool> done_{false};
  std::jthread thread_;  ///< last, so that all is there when it begins
};

}  // namespace tesuji::driver
