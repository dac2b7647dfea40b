#include "runtime/host/mcts/rollouts.h"

#include "runtime/host/playouts/simulation.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

namespace tesuji::runtime {
namespace {

/// Limit of playouts per leaf. If playouts take less time than the tree, more of them cost nothing,
/// but the tree does not grow meanwhile: 512 and 8 are both worse than 64 (docs/engines/search.md).
constexpr std::uint32_t most_playouts_per_leaf = 64;
/// The limit of moves is adjusted after this many playouts, and never goes below the least.
constexpr std::uint64_t enough_playouts = 64;
constexpr std::uint64_t least_limit = 50;

class ScalarRollouts final : public Rollouts {
 public:
  ScalarRollouts(std::shared_ptr<const Game> game, const RolloutOptions& options, unsigned number)
      : game_(std::move(game)),
        limit_(options),
        scratch_(game_->make_scratch()),
        random_(options.seed, number),
        goals_(game_->roles().size()) {}

  [[nodiscard]] std::size_t width() const override { return 1; }
  [[nodiscard]] std::uint32_t playouts_per_leaf() const override { return 1; }

  void play(std::span<const std::uint64_t> leaves, std::span<float> values,
            const std::atomic<bool>* stop) override {
    const std::size_t words = game_->state_words();
    best_ = {-1, 0, random_};
    has_ended_ = false;
    for (std::size_t leaf = 0; leaf * words < leaves.size(); ++leaf) {
      const StateView start = leaves.subspan(leaf * words, words);
      const Rng before = random_;
      state_.assign(start.begin(), start.end());
      const std::optional<Drawn> played = play_out(stop);
      if (!played) {
        std::fill(values.begin() + static_cast<std::ptrdiff_t>(leaf * goals_.size()), values.end(),
                  std::numeric_limits<float>::quiet_NaN());
        return;
      }
      const Drawn end = *played;
      limit_.note(1, end == Drawn::joint ? 1 : 0);
      game_->goal_values(state_, *scratch_, goals_);
      has_ended_ = end == Drawn::terminal && leaves.size() == words;
      for (std::size_t role = 0; role < goals_.size(); ++role) {
        const bool known = end == Drawn::terminal && goals_[role] >= 0;
        values[leaf * goals_.size() + role] =
            known ? static_cast<float>(goals_[role]) / 100.0F : unknown_value;
      }
      if (goals_.size() == 1 && end == Drawn::terminal && goals_[0] > best_.goal) {
        best_ = {goals_[0], leaf, before};
        best_start_.assign(start.begin(), start.end());
      }
    }
  }

  [[nodiscard]] StateView last_state() const override {
    return has_ended_ ? StateView(state_) : StateView();
  }

  /// Replays the game with the same random numbers, this time recording its moves.
  std::optional<std::pair<std::size_t, Line>> better_line(int goal) override {
    if (goals_.size() != 1 || best_.goal <= goal) return std::nullopt;
    Line line{best_.goal, {}};
    Rng random = best_.random;
    State state = best_start_;
    State next(state.size());
    std::vector<Move> joint(goals_.size());
    // The game ended before, within the limit it had then.
    while (game_->draw(state, *scratch_, random, joint) == Drawn::joint) {
      line.joint.push_back(joint);
      game_->next(state, joint, *scratch_, next);
      std::swap(state, next);
    }
    return std::pair{best_.leaf, std::move(line)};
  }

 private:
  /// Plays from `state_` to the end or the limit of moves; returns nothing if it was stopped.
  std::optional<Drawn> play_out(const std::atomic<bool>* stop) {
    using Clock = std::chrono::steady_clock;
    std::uint64_t moves = 0;
    Clock::time_point looked = Clock::now();
    for (;;) {
      const std::uint64_t most = std::min(limit_.moves() - moves, moves_between_looks_);
      const Drawn end = game_->play_out(state_, *scratch_, random_, most, moves);
      if (end != Drawn::joint || moves >= limit_.moves()) return end;
      if (stop != nullptr && *stop) return std::nullopt;
      const Clock::time_point now = Clock::now();
      if (now - looked > longest_without_look) {
        moves_between_looks_ = std::max<std::uint64_t>(1, moves_between_looks_ / 2);
      }
      looked = now;
    }
  }

  /// A playout looks after so many moves whether it is to stop; fewer if they take longer.
  static constexpr std::uint64_t most_moves_between_looks = 64;
  static constexpr std::chrono::milliseconds longest_without_look{2};

  struct Best {
    int goal = -1;
    std::size_t leaf = 0;
    Rng random;
  };

  std::shared_ptr<const Game> game_;
  StepLimit limit_;
  std::unique_ptr<Scratch> scratch_;
  Rng random_;
  std::vector<int> goals_;
  State state_;             ///< the last one of the last playout
  bool has_ended_ = false;  ///< the last call's only playout, in `state_`
  std::uint64_t moves_between_looks_ = most_moves_between_looks;
  Best best_{-1, 0, random_};  ///< of the last call
  State best_start_;
};

class LaneRollouts final : public Rollouts {
 public:
  LaneRollouts(std::shared_ptr<const LanePlayer> player, const RolloutOptions& options,
               unsigned number, std::size_t leaves, std::uint32_t playouts)
      : player_(std::move(player)), limit_(options), leaves_(leaves), playouts_(playouts) {
    std::uint64_t mix = options.seed + number;
    simulation_.seed = splitmix64(mix);
  }

  [[nodiscard]] std::size_t width() const override { return leaves_; }
  [[nodiscard]] std::uint32_t playouts_per_leaf() const override { return playouts_; }

  void play(std::span<const std::uint64_t> leaves, std::span<float> values,
            const std::atomic<bool>* stop) override {
    const auto begin = std::chrono::steady_clock::now();
    simulation_.playouts = playouts_;
    simulation_.stop = stop;
    simulation_.step_limit = limit_.moves();
    ++simulation_.seed;
    const std::size_t roles = player_->game->roles().size();
    const std::vector<SimulationResult> results = simulate_in_lanes(*player_, leaves, simulation_);
    std::uint64_t playouts = 0;
    std::uint64_t cut = 0;
    for (std::size_t leaf = 0; leaf < results.size(); ++leaf) {
      const PlayoutStatistics& statistics = results[leaf].statistics;
      playouts += statistics.playouts;
      cut += statistics.cut;
      for (std::size_t role = 0; role < roles; ++role) {
        const auto known = static_cast<float>(statistics.goal_counts[role]);
        const auto all = static_cast<float>(statistics.playouts);
        values[leaf * roles + role] =
            all == 0 ? std::numeric_limits<float>::quiet_NaN()
                     : (static_cast<float>(statistics.goal_sums[role]) / 100.0F +
                        unknown_value * (all - known)) /
                           all;
      }
    }
    limit_.note(playouts, cut);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  void balance(double tree_seconds) override {
    // Lanes that no playout uses cost as much as others.
    const bool has_idle_lanes = 2 * playouts_ * leaves_ <= 64 * std::size_t{player_->code.blocks};
    const bool is_fast = seconds_ < tree_seconds;
    if (playouts_ >= most_playouts_per_leaf) return;
    if (has_idle_lanes || is_fast) playouts_ *= 2;
  }

 private:
  std::shared_ptr<const LanePlayer> player_;
  StepLimit limit_;
  SimulationOptions simulation_;
  std::size_t leaves_;
  std::uint32_t playouts_;
  double seconds_ = 0;  ///< of the last call
};

}  // namespace

void StepLimit::note(std::uint64_t playouts, std::uint64_t cut) {
  playouts_ += playouts;
  cut_ += cut;
  if (fixed_ || playouts_ < enough_playouts) return;
  if (cut_ * 16 > playouts_ * 15) {
    limit_ = std::min(limit_, std::max(least_limit, limit_ / 2));
  } else if (cut_ * 2 < playouts_) {
    limit_ = std::min(most_, limit_ * 2);
  }
  playouts_ = cut_ = 0;
}

RolloutFactory scalar_rollouts(std::shared_ptr<const Game> game, const RolloutOptions& options) {
  return [game = std::move(game), options](unsigned number) {
    return std::make_unique<ScalarRollouts>(game, options, number);
  };
}

RolloutFactory lane_rollouts(std::shared_ptr<const LanePlayer> player,
                             const RolloutOptions& options, std::size_t leaves,
                             std::uint32_t playouts) {
  return [=](unsigned number) {
    return std::make_unique<LaneRollouts>(player, options, number, leaves, playouts);
  };
}

}  // namespace tesuji::runtime
