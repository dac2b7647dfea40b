// Plays uniformly random playouts. A playout is a game from the initial state to its end, in which
// every role chooses each of its legal moves with equal probability.
//
// Playout i of a run with seed s draws its numbers from Rng(s, i): one per role, in role order, at
// each step, and none for a role with a single move. So a run plays the same games on every
// platform and however it is divided.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/memory/rng.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// How a playout ended.
enum class PlayoutEnd : std::uint8_t {
  terminal,
  cut,      ///< at the step limit
  stuck,    ///< a role had no legal move in a state that is not terminal
  stopped,  ///< the host stopped it: the playout is not counted
};

struct PlayoutOptions {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;  ///< number of the first playout
  std::uint64_t count = 1;
  std::uint64_t step_limit = 10'000;  ///< moves per playout
};

/// Sums over playouts. Goals count only if a playout ended in a terminal state and the role had
/// exactly one goal value, an integer in 0..100.
struct PlayoutStatistics {
  std::uint64_t playouts = 0;
  std::uint64_t steps = 0;  ///< joint moves made
  std::uint64_t terminal = 0;
  std::uint64_t cut = 0;
  std::uint64_t stuck = 0;
  std::uint64_t goals_missing = 0;         ///< (terminal state, role) without a goal
  std::uint64_t goals_ambiguous = 0;       ///< with several goals
  std::uint64_t goals_not_integer = 0;     ///< with one that is not an integer in 0..100
  std::vector<std::uint64_t> goal_sums;    ///< per role
  std::vector<std::uint64_t> goal_counts;  ///< per role: how many goals were added

  PlayoutStatistics& operator+=(const PlayoutStatistics& other);
  PlayoutStatistics& operator+=(const ManyEnds& ends);
};

/// Returns a role's goal in a terminal state, if it has exactly one, an integer in 0..100;
/// otherwise counts the fault of `goals`.
[[nodiscard]] std::optional<int> only_goal(const std::vector<std::string>& goals,
                                           PlayoutStatistics& statistics);

/// Computes goals of terminal states without allocating in between. For one thread; `game` must
/// outlive it.
class GoalCounter {
 public:
  explicit GoalCounter(const Game& game);

  /// `scratch` must be the game's.
  void add(StateView state, Scratch& scratch, PlayoutStatistics& statistics);

 private:
  const Game& game_;
  std::vector<int> values_;
  std::vector<std::vector<std::string>> goals_;
};

/// Plays one game after the other without allocating in between. For one thread;
/// `game` must outlive it.
class Player {
 public:
  /// `stop`: checked from time to time during a game; may be null.
  explicit Player(const Game& game, const std::atomic<bool>* stop = nullptr);

  /// Plays from the initial state; afterwards state() is the last state reached.
  /// Adds to `statistics`. Throws LimitReached as the game does.
  PlayoutEnd play(Rng rng, std::uint64_t step_limit, PlayoutStatistics& statistics);
  /// As above, from another state.
  PlayoutEnd play(StateView start, Rng rng, std::uint64_t step_limit,
                  PlayoutStatistics& statistics);
  [[nodiscard]] StateView state() const { return state_; }

  /// As Game::play_many.
  bool play_many(const ManyPlayouts& wanted, ManyEnds& ends);

 private:
  const Game& game_;
  const std::atomic<bool>* stop_;
  std::unique_ptr<Scratch> scratch_;
  State state_;
  GoalCounter goals_;
};

/// Plays `options.count` games on the calling thread.
[[nodiscard]] PlayoutStatistics run_playouts(const Game& game, const PlayoutOptions& options);

}  // namespace tesuji::runtime
