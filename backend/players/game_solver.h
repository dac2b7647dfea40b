// Solves a small game in the background, after which it is played perfectly.
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

/// The result of complete search for a state in which a role must move.
struct SolvedTurn {
  runtime::Role mover = runtime::no_role;
  int goal = 0;             ///< of the mover under perfect play
  bool drawn = false;       ///< neither role gets more than the other
  std::uint32_t plies = 0;  ///< as in GameValue
  /// All moves that lead to it; first the one that wins soonest or loses latest.
  std::vector<runtime::Move> moves;
};

/// For games of two alternating roles whose goals have the same sum in all terminal states; returns
/// nothing for others and for those that are too large. For one thread.
class GameSolver {
 public:
  /// Searches from the initial state, in a separate thread, for at most `seconds` seconds and in
  /// `memory` bytes.
  GameSolver(const LoadedGame& game, double seconds, std::size_t memory);
  /// Abandons an unfinished search.
  ~GameSolver();
  GameSolver(const GameSolver&) = delete;
  GameSolver& operator=(const GameSolver&) = delete;

  /// Returns when the game is solved, or cannot be solved.
  void wait() { done_.wait(false); }

  /// Returns the result for a state of the game; nothing before it is solved, or if no role can
  /// move.
  [[nodiscard]] std::optional<SolvedTurn> turn(runtime::StateView state);

  /// Returns joint moves of perfect play from a state, at most `most`, as names in role order.
  [[nodiscard]] std::vector<std::string> line(runtime::StateView state, std::size_t most);

 private:
  void solve();
  [[nodiscard]] bool find_sum();

  LoadedGame game_;
  std::atomic<bool> given_up_{false};
  runtime::TimedStop time_;
  std::size_t memory_;
  std::unique_ptr<runtime::Minimax> minimax_;  ///< set before `done_`; null: not solved
  int sum_ = 0;                                ///< of both roles' goals, constant
  std::atomic<bool> done_{false};
  std::jthread thread_;  ///< last, so that all other members exist when it begins
};

}  // namespace tesuji::driver
