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

/// Compiling code for many playouts takes some 50 ms. A thread starts it after this many steps, if
/// it expects to make as many more: a tenth of a second, in small games.
constexpr std::uint64_t least_steps = 1'000'000;
constexpr double least_steps_left = 8'000'000;

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
    on_threads(
        options_.threads, [this](std::size_t) { work(); },
        [this] { next_playout_.store(playouts_, std::memory_order_relaxed); });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin_;
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
    bool at_once = !options_.distributions;
    bool succeeded = false;  // one thread alone is tried first
    Played alone;
    while (stop_ == nullptr || !stop_->load(std::memory_order_relaxed)) {
      if (deadline.is_over()) break;
      const std::uint64_t wanted = at_once && succeeded ? playouts_at_once() : 1;
      std::uint64_t playout = next_playout_.fetch_add(wanted, std::memory_order_relaxed);
      if (playout >= playouts_) break;
      const std::uint64_t end = playout + std::min(wanted, playouts_ - playout);
      const std::uint64_t taken = end - playout;
      if (at_once) succeeded = at_once = play_at_once(player, playout, end, shares);
      for (; playout < end; ++playout) {
        SimulationResult& share = shares[playout / options_.playouts];
        const std::uint64_t before = share.statistics.steps;
        if (!play_one(player, playout, share)) return;
        ++alone.playouts;
        alone.steps += share.statistics.steps - before;
      }
      report_progress(options_, taken);
      if (!at_once && alone.steps >= alone.enough) at_once = prepare_many(alone);
    }
  }

  /// Playouts that a thread has played one by one.
  struct Played {
    std::uint64_t playouts = 0;
    std::uint64_t steps = 0;
    std::uint64_t enough = least_steps;  ///< steps after which to request code for many
  };

  /// Whether to try code for many playouts now. One thread compiles it while others continue.
  bool prepare_many(Played& alone) {
    alone.enough += least_steps;
    if (options_.distributions) return false;
    if (expected_steps(alone) < least_steps_left || many_begun_.exchange(true)) {
      return many_made_.load(std::memory_order_acquire);
    }
    // Retries later if it cannot be compiled now: the first tier has no such code.
    game_.prepare_many();
    many_made_.store(true, std::memory_order_release);
    many_begun_.store(false);
    return true;
  }

  /// Estimates how many more steps a thread will make at its present speed.
  [[nodiscard]] double expected_steps(const Played& alone) const {
    const std::uint64_t next = next_playout_.load(std::memory_order_relaxed);
    const auto left = static_cast<double>(playouts_ > next ? playouts_ - next : 0);
    const auto steps = static_cast<double>(alone.steps);
    const double expected =
        steps * left / static_cast<double>(alone.playouts) / std::max(1U, options_.threads);
    if (options_.seconds <= 0) return expected;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
    return std::min(expected, steps * (options_.seconds / spent.count() - 1));
  }

  /// Returns a number of playouts such that all threads end at about the same time.
  [[nodiscard]] std::uint64_t playouts_at_once() const {
    constexpr std::uint64_t most = 1'024;
    const std::uint64_t next = next_playout_.load(std::memory_order_relaxed);
    const std::uint64_t left = playouts_ > next ? playouts_ - next : 0;
    const std::uint64_t share = options_.threads > 1 ? left / (4 * options_.threads) : left;
    return std::clamp<std::uint64_t>(share, 1, most);
  }

  [[nodiscard]] StateView start_of(std::uint64_t playout) const {
    const std::size_t words = game_.state_words();
    return starts_.subspan(playout / options_.playouts * words, words);
  }

  /// Plays those from `playout` until before `end`, and sets it to `end`; returns false if the game
  /// cannot play many at once from the start of number `playout`.
  bool play_at_once(Player& player, std::uint64_t& playout, std::uint64_t end,
                    std::vector<SimulationResult>& shares) const {
    while (playout < end) {
      const std::uint64_t start = playout / options_.playouts;
      const std::uint64_t here = std::min(end - playout, (start + 1) * options_.playouts - playout);
      ManyEnds ends(game_.roles().size());
      if (!player.play_many({start_of(playout), options_.seed, playout, here, options_.step_limit},
                            ends))
        return false;
      SimulationResult& share = shares[start];
      if (ends.playouts > 0) {
        share.shortest = share.statistics.playouts == 0 ? ends.shortest
                                                        : std::min(share.shortest, ends.shortest);
        share.longest = std::max(share.longest, ends.longest);
      }
      share.statistics += ends;
      playout += here;
    }
    return true;
  }

  /// Returns false if it was stopped, and is not counted.
  bool play_one(Player& player, std::uint64_t playout, SimulationResult& share) const {
    const std::uint64_t before = share.statistics.steps;
    std::vector<std::uint64_t> goal_sums;  // before the playout
    std::vector<std::uint64_t> goal_counts;
    if (options_.distributions) {
      goal_sums = share.statistics.goal_sums;
      goal_counts = share.statistics.goal_counts;
    }
    const PlayoutEnd how = player.play(start_of(playout), Rng(options_.seed, playout),
                                       options_.step_limit, share.statistics);
    if (how == PlayoutEnd::stopped) return false;
    const std::uint64_t length = share.statistics.steps - before;
    share.shortest = share.statistics.playouts == 1 ? length : std::min(share.shortest, length);
    share.longest = std::max(share.longest, length);
    if (options_.distributions) {
      ++share.distributions.lengths[length];
      count_goals(share, goal_sums, goal_counts);
    }
    return true;
  }

  /// Counts the goals of the last playout: the increase of the sums.
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
  std::atomic<bool> many_begun_{false};  ///< a thread compiles the code for many, or has compiled
                                         ///< it
  std::atomic<bool> many_made_{false};
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
};

}  // namespace

void add(SimulationResult& to, const SimulationResult& other) {
  if (other.statistics.playouts == 0) return;
  to.shortest =
      to.statistics.playouts == 0 ? other.shortest : std::min(to.shortest, other.shortest);
  to.longest = std::max(to.longest, other.longest);
  to.statistics += other.statistics;
  to.on_device += other.on_device;
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
