// Values leaves by random playouts, one by one or many in lanes.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// A role's value if a playout gives none: it was cut, or the role has not exactly one goal from 0
/// to 100.
inline constexpr float unknown_value = 0.5F;

/// A game in which a playout of a puzzle (one role) reached a better goal than all before it.
struct Line {
  int goal = -1;                         ///< the role's goal; -1: no game has ended yet
  std::vector<std::vector<Move>> joint;  ///< joint moves from the leaf to the end
};

/// Plays random games from leaves. For one thread.
class Rollouts {
 public:
  virtual ~Rollouts() = default;

  /// Returns how many leaves are best played at a time.
  [[nodiscard]] virtual std::size_t width() const = 0;
  /// Returns how many playouts from each leaf are best; may change from call to call.
  [[nodiscard]] virtual std::uint32_t playouts_per_leaf() const = 0;

  /// Sets `values[i * roles + role]` to the mean of the role's goals, 0..1, of the playouts from
  /// leaf i. `leaves`: states, one after the other, none of them terminal. Throws LimitReached and
  /// Stopped as the game does. The values are NaN if `stop`, which may be null, was set before a
  /// game from the leaf ended.
  virtual void play(std::span<const std::uint64_t> leaves, std::span<float> values,
                    const std::atomic<bool>* stop) = 0;

  /// Receives the seconds that the tree needed per call of play(), so that more playouts are made
  /// per leaf if they take less time. Called only if time is limited.
  virtual void balance(double /*tree_seconds*/) {}

  /// For puzzles: returns the last call's best game if it is better than `goal`, with the number of
  /// its leaf; nothing if none exists, or if games are not recorded.
  [[nodiscard]] virtual std::optional<std::pair<std::size_t, Line>> better_line(int /*goal*/) {
    return std::nullopt;
  }

  /// Returns the state in which the last call's only playout from its only leaf ended; empty if it
  /// did not end, or there were several. Valid until the next call.
  [[nodiscard]] virtual StateView last_state() const { return {}; }
};

struct RolloutOptions {
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 2'000;  ///< moves of a playout
  /// If nearly all playouts reach the limit, it is halved, repeatedly: a playout that does not end
  /// gives no information. If most end, it is doubled again.
  bool cut_sooner = true;
};

/// The current limit of moves of playouts.
class StepLimit {
 public:
  explicit StepLimit(const RolloutOptions& options)
      : limit_(options.step_limit), most_(limit_), fixed_(!options.cut_sooner) {}

  [[nodiscard]] std::uint64_t moves() const { return limit_; }
  /// Records that `playouts` ended under this limit, of which `cut` reached it.
  void note(std::uint64_t playouts, std::uint64_t cut);

 private:
  std::uint64_t limit_;
  std::uint64_t most_;
  bool fixed_;
  std::uint64_t playouts_ = 0;  ///< with this limit
  std::uint64_t cut_ = 0;       ///< of these playouts
};

/// Creates a thread's rollouts; `number` is the thread's, so that each has its own random numbers.
using RolloutFactory = std::function<std::unique_ptr<Rollouts>(unsigned number)>;

/// Plays one playout at a time, by Game::play_out.
[[nodiscard]] RolloutFactory scalar_rollouts(std::shared_ptr<const Game> game,
                                             const RolloutOptions& options);

/// Plays in lanes: `leaves` at a time, each at least `playouts` times, and more if the tree takes
/// longer than the playouts. The states must be those of `player.game`.
[[nodiscard]] RolloutFactory lane_rollouts(std::shared_ptr<const LanePlayer> player,
                                           const RolloutOptions& options, std::size_t leaves,
                                           std::uint32_t playouts);

}  // namespace tesuji::runtime
