// Values of leaves: what random playouts from a state come to, one by one or many in lanes.
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

/// What a role gets where a playout does not tell: it was cut, or the role has not exactly one goal
/// from 0 to 100.
inline constexpr float unknown_value = 0.5F;

/// A game that a playout of a puzzle (one role) has won more in than any before it.
struct Line {
  int goal = -1;                         ///< of the role; -1: no game has ended yet
  std::vector<std::vector<Move>> joint;  ///< joint moves from the leaf to the end
};

/// Plays random games from leaves. For one thread.
class Rollouts {
 public:
  virtual ~Rollouts() = default;

  /// Leaves at a time that pay.
  [[nodiscard]] virtual std::size_t width() const = 0;
  /// Playouts from each leaf that pay; may change from call to call.
  [[nodiscard]] virtual std::uint32_t playouts_per_leaf() const = 0;

  /// `values[i * roles + role]` becomes the mean of the role's goals, 0..1, of the playouts from
  /// leaf i. `leaves`: states, one after the other, none of them terminal. Throws LimitReached and
  /// Stopped as the game does. They are not numbers (NaN) where
  /// `stop`, which may be null, was set before a game from the leaf ended.
  virtual void play(std::span<const std::uint64_t> leaves, std::span<float> values,
                    const std::atomic<bool>* stop) = 0;

  /// Takes the seconds that the tree needed beside the last call of play(), so that more playouts
  /// from each leaf are made where these take less.
  virtual void balance(double /*tree_seconds*/) {}

  /// Of puzzles: the best game of the last call that is better than `goal`, by the number of its
  /// leaf; nothing where there is none, or where nobody looks for it.
  [[nodiscard]] virtual std::optional<std::pair<std::size_t, Line>> better_line(int /*goal*/) {
    return std::nullopt;
  }
};

struct RolloutOptions {
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 2'000;  ///< moves of a playout
  /// Where nearly all playouts come to the limit, it is halved, and so on: what does not end is
  /// given up sooner, since it tells nothing. Where most end, it is doubled again.
  bool cut_sooner = true;
};

/// The limit of moves that playouts have at present.
class StepLimit {
 public:
  explicit StepLimit(const RolloutOptions& options)
      : limit_(options.step_limit), most_(limit_), fixed_(!options.cut_sooner) {}

  [[nodiscard]] std::uint64_t moves() const { return limit_; }
  /// So many playouts are over, all of them with this limit, and so many of them came to it.
  void note(std::uint64_t playouts, std::uint64_t cut);

 private:
  std::uint64_t limit_;
  std::uint64_t most_;
  bool fixed_;
  std::uint64_t playouts_ = 0;  ///< with this limit
  std::uint64_t cut_ = 0;       ///< of them
};

/// Makes what a thread plays with; `number` of the thread, so that each has its own random numbers.
using RolloutFactory = std::function<std::unique_ptr<Rollouts>(unsigned number)>;

/// One playout at a time, by the game's own Game::play_out.
[[nodiscard]] RolloutFactory scalar_rollouts(std::shared_ptr<const Game> game,
                                             const RolloutOptions& options);

/// In lanes: `leaves` at a time, each from `playouts` on, and more where the tree takes longer than
/// they do. `player.game` is the game that the states are of.
[[nodiscard]] RolloutFactory lane_rollouts(std::shared_ptr<const LanePlayer> player,
                                           const RolloutOptions& options, std::size_t leaves,
                                           std::uint32_t playouts);

}  // namespace tesuji::runtime
