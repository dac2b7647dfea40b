// Solves positions near the end of a match for two, in part of a move's time, and corrects moves
// that would give the value away.
//
// Whether a position is near enough is estimated before: the work of alpha-beta with a table is a
// power, somewhat below one half, of the number of plays, which a few random plays measure.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/evaluations.h"
#include "backend/players/move_time.h"
#include "backend/players/thought.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/search/forward_solver.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::driver {

/// What is proven about a position in which a role must move.
struct EndgameValue {
  runtime::Role mover = runtime::no_role;
  int margin = -runtime::best_margin;  ///< of the mover's goal over the other's, at least
  bool is_exact = false;               ///< no move reaches more, and `move` is known
  int goal = 0;                        ///< of the mover, with that margin
  /// Reaches it; nothing if that is the worst result, which any move reaches.
  std::optional<runtime::Move> move{};
  std::uint64_t states = 0;  ///< searched
};

/// For games of two alternating roles in which no state repeats, and whose goals have the same sum
/// in all ends. Returns nothing for others, as soon as it meets a state that shows it. Keeps its
/// results from move to move. Not thread-safe.
class EndgameSolver {
 public:
  /// `game`: for two, without percepts. `memory`: bytes of its table, at most. `order_learner`:
  /// learns the evaluation that orders moves, in the background once the end is near; may be empty.
  EndgameSolver(const LoadedGame& game, std::size_t memory,
                const EvaluationLearner& order_learner = {});
  /// Forgets its results, for another match.
  void forget() { solver_.forget(); }

  /// Searches for at most so many seconds; nothing if the end is too far away.
  [[nodiscard]] std::optional<EndgameValue> solve(runtime::StateView state, double seconds,
                                                  const std::atomic<bool>* stop);

  /// Whether the game may still suit.
  [[nodiscard]] bool suits() const { return suits_; }

  /// Whether the mover keeps the value with this move; nothing if it is not known in time. Without
  /// a limit for `seconds` of 0.
  [[nodiscard]] std::optional<bool> keeps(runtime::StateView state, const EndgameValue& value,
                                          runtime::Move move, double seconds,
                                          const std::atomic<bool>* stop);

 private:
  void run_search(const std::function<void()>& search);
  [[nodiscard]] bool is_near(runtime::StateView state, double seconds,
                             const std::atomic<bool>* stop);

  std::shared_ptr<const runtime::Game> game_;
  std::unique_ptr<runtime::Scratch> scratch_;
  std::shared_ptr<EvaluationLoader> order_loader_;  ///< null: no evaluation orders moves
  runtime::ForwardSolver solver_;
  runtime::Rng random_{1};
  double states_per_second_;
  bool suits_;
};

/// The thought of a player who has solved the position: `value` has a move.
[[nodiscard]] Thought won_thought(const EndgameValue& value, const runtime::Game& game);

/// Takes another move if the chosen one does not keep the value of the state, or is refuted before
/// the value is known. Where several keep it, the choice stays: search knows where the other player
/// may go wrong. `game`: the solver's.
void keep_value(EndgameSolver& solver, const runtime::Game& game, runtime::StateView state,
                const EndgameValue& value, const runtime::TreeSearchLimits& limits,
                Thought& thought);

}  // namespace tesuji::driver
