#include "runtime/host/playouts/simulation.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/on_threads.h"
#include "runtime/host/memory/saturating.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <vector>

namespace tesuji::runtime {
namespace {

/// Playouts from several states.
class Simulation {
 public:
  Simulation(const Game& game, std::span<const std::uint64_t> starts, std::size_t count,
             const SimulationOptions& options)
      : game_(game),
        starts_(starts),
        options_(options),
        timed_(options.seconds, options.stop),
        stop_(timed_.flag()),
        playouts_(count == 0 ? 0 : saturating_product(count, options.playouts)),
        totals_(count) {}

  std::vector<SimulationResult> play() {
    const auto begin = std::chrono::steady_clock::now();
    on_threads(
        options_.threads, [this](std::size_t) { work(); },
        [this] { next_playout_.store(playouts_, std::memory_order_relaxed); });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    for (SimulationResult& total : totals_) total.seconds = seconds.count();
    return std::move(totals_);
  }

 private:
  void work() {
    std::vector<SimulationResult> shares(totals_.size());
    play_shares(shares);
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < shares.size(); ++i) add(totals_[i], shares[i]);
  }

  void play_shares(std::vector<SimulationResult>& shares) {
    Player player(game_, stop_);
    Deadline deadline(options_.seconds);
    std::vector<std::uint64_t> goal_sums;  // before a playout
    std::vector<std::uint64_t> goal_counts;
    const std::size_t words = game_.state_words();
    while (stop_ == nullptr || !stop_->load(std::memory_order_relaxed)) {
      if (deadline.is_over()) break;
      const std::uint64_t playout = next_playout_.fetch_add(1, std::memory_order_relaxed);
      if (playout >= playouts_) break;
      const std::uint64_t start = playout / options_.playouts;
      SimulationResult& share = shares[start];
      const std::uint64_t before = share.statistics.steps;
      if (options_.distributions) {
        goal_sums = share.statistics.goal_sums;
        goal_counts = share.statistics.goal_counts;
      }
      const PlayoutEnd how =
          player.play(starts_.subspan(start * words, words), Rng(options_.seed, playout),
                      options_.step_limit, share.statistics);
      if (how == PlayoutEnd::stopped) break;
      const std::uint64_t length = share.statistics.steps - before;
      share.shortest = share.statistics.playouts == 1 ? length : std::min(share.shortest, length);
      share.longest = std::max(share.longest, length);
      if (options_.distributions) {
        ++share.distributions.lengths[length];
        count_goals(share, goal_sums, goal_counts);
      }
    }
  }

  /// The goals of the last playout: by how much the sums have grown.
  static void count_goals(SimulationResult& share, std::vector<std::uint64_t>& sums,
                          std::vector<std::uint64_t>& counts) {
    const PlayoutStatistics& now = share.statistics;
    sums.resize(now.goal_sums.size());
    counts.resize(now.goal_counts.size());
    share.distributions.goals.resize(now.goal_sums.size());
    for (std::size_t role = 0; role < now.goal_sums.size(); ++role) {
      if (now.goal_counts[role] == counts[role]) continue;
      ++share.distributions.goals[role][static_cast<int>(now.goal_sums[role] - sums[role])];
    }
  }

  const Game& game_;
  std::span<const std::uint64_t> starts_;
  const SimulationOptions& options_;
  TimedStop timed_;
  const std::atomic<bool>* stop_;  ///< may be null
  std::uint64_t playouts_;
  std::vector<SimulationResult> totals_;
  std::atomic<std::uint64_t> next_playout_{0};
  std::mutex mutex_;
};

}  // namespace

void add(SimulationResult& to, const SimulationResult& other) {
  if (other.statistics.playouts == 0) return;
  to.shortest =
      to.statistics.playouts == 0 ? other.shortest : std::min(to.shortest, other.shortest);
  to.longest = std::max(to.longest, other.longest);
  to.statistics += other.statistics;
  for (const auto& [length, count] : other.distributions.lengths) {
    to.distributions.lengths[length] += count;
  }
  auto& goals = to.distributions.goals;
  goals.resize(std::max(goals.size(), other.distributions.goals.size()));
  for (std::size_t role = 0; role < other.distributions.goals.size(); ++role) {
    for (const auto& [goal, count] : other.distributions.goals[role]) goals[role][goal] += count;
  }
}

SimulationResult simulate(const Game& game, const SimulationOptions& options) {
  return simulate(game, game.initial(), 1, options).front();
}

std::vector<SimulationResult> simulate(const Game& game, std::span<const std::uint64_t> starts,
                                       std::size_t count, const SimulationOptions& options) {
  return Simulation(game, starts, count, options).play();
}

}  // namespace tesuji::runtime
