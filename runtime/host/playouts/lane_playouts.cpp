#include "runtime/host/playouts/lane_playouts.h"

#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/core/tesuji/lane_division.h"
#include "runtime/core/tesuji/lane_start.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/on_threads.h"
#include "runtime/host/playouts/batch_sums.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <optional>

namespace tesuji::runtime {
namespace {

struct AlignedFree {
  void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{64}); }
};

bool is_set(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

/// What was counted, by start state.
struct Counts {
  std::vector<tsj_lane_sums> sums;
  std::vector<std::uint64_t> answers;  ///< LanePlayer::answers of each
  std::vector<PlayoutStatistics>
      goals;  ///< goals alone, where the game is asked for them; or empty

  Counts(const LanePlayer& player, std::size_t starts)
      : sums(starts, tsj_lane_sums{{0, 0, 0}, 0, UINT64_MAX, 0}),
        answers(starts * player.answers.size()),
        goals(player.code.goals == nullptr ? starts : 0) {}

  void add(const Counts& other) {
    for (std::size_t i = 0; i < sums.size(); ++i) add(sums[i], other.sums[i]);
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] += other.answers[i];
    for (std::size_t i = 0; i < goals.size(); ++i) goals[i] += other.goals[i];
  }

 private:
  static void add(tsj_lane_sums& to, const tsj_lane_sums& other) {
    for (int how = 0; how < 3; ++how) to.ends[how] += other.ends[how];
    to.steps += other.steps;
    to.shortest = std::min(to.shortest, other.shortest);
    to.longest = std::max(to.longest, other.longest);
  }
};

/// What was counted of one start state.
SimulationResult result_of(const LanePlayer& player, const Counts& counts, std::size_t start) {
  const auto roles = player.game->roles();
  const auto chance = std::find(roles.begin(), roles.end(), chance_role);
  const std::size_t width = player.answers.size();
  tsj_batch_sums sums{};
  sums.shortest = UINT64_MAX;
  std::vector<std::uint64_t> goal_sums(roles.size());
  std::vector<std::uint64_t> goal_counts(roles.size());
  tsj_lane_add_sums(&counts.sums[start], player.answers.data(),
                    counts.answers.data() + start * width, width,
                    static_cast<std::uint32_t>(chance - roles.begin()), &sums, goal_sums.data(),
                    goal_counts.data());
  SimulationResult result;
  add_sums(sums, goal_sums, goal_counts, result);
  if (!counts.goals.empty()) result.statistics += counts.goals[start];
  return result;
}

/// What one thread plays, and what came of it, by start state.
class Share {
 public:
  Share(const LanePlayer& player, std::span<const std::uint64_t> starts,
        const SimulationOptions& options, const LaneEndHandler& handler)
      : player_(player),
        options_(options),
        handler_(handler),
        deadline_(options.seconds),
        scratch_(player.game->make_scratch()),
        goals_(*player.game),
        counts_(player, starts.size() / player.game->state_words()) {
    const std::size_t words = player.game->state_words();
    order_.code = &player.code;
    order_.fluents = player.fluents;
    order_.state_words = words;
    order_.answers = player.answers.size();
    order_.starts = starts.data();
    order_.start_count = starts.size() / words;
    order_.playouts_per_start = options.playouts;
    order_.step_limit = options.step_limit;
    order_.seed = options.seed;
    order_.go_on = [](void* self) {
      Share& share = *static_cast<Share*>(self);
      return share.go_on() ? 1 : share.run_out_is_over() ? -1 : 0;
    };
    if (player.code.goals == nullptr || handler) {
      order_.ended = [](void* self, const tsj_lane_end* end) {
        static_cast<Share*>(self)->ended(*end);
      };
    }
    order_.env = this;
    memory_.reset(::operator new(tsj_lane_bytes(&order_), std::align_val_t{64}));
  }
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

  [[nodiscard]] bool go_on() {
    over_ = over_ || failure_ || is_set(options_.stop) || deadline_.is_over();
    return !over_;
  }

  /// Whether what runs is to be given up: somebody waits for the end.
  [[nodiscard]] bool run_out_is_over() {
    if (failure_) return true;
    if (!is_set(options_.stop)) return false;
    if (!run_out_) run_out_.emplace(std::chrono::duration<double>(most_run_out).count());
    return run_out_->is_over();
  }

  void play(const tsj_lane_division& division, std::uint64_t first_block) {
    std::array<std::uint64_t, TSJ_LANE_GROUP + 1> bounds{};
    tsj_lane_bounds(&division, first_block, player_.code.blocks, bounds.data());
    const tsj_lane_results results{counts_.sums.data(), counts_.answers.data()};
    tsj_lanes_play(&order_, first_block, bounds.data(), &results, memory_.get());
    if (failure_) std::rethrow_exception(failure_);
  }

  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  /// Exceptions do not go through C.
  void ended(const tsj_lane_end& end) noexcept {
    if (failure_) return;
    const StateView state{end.state, order_.state_words};
    try {
      if (handler_) handler_({end.playout, end.length, ends_[end.how], state});
      if (end.how != TSJ_LANE_TERMINAL || player_.code.goals != nullptr) return;
      goals_.add(state, *scratch_, counts_.goals[end.playout / order_.playouts_per_start]);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  /// By TSJ_LANE_..
  static constexpr std::array ends_ = {PlayoutEnd::terminal, PlayoutEnd::cut, PlayoutEnd::stuck};

  const LanePlayer& player_;
  const SimulationOptions& options_;
  const LaneEndHandler& handler_;
  Deadline deadline_;
  std::unique_ptr<Scratch> scratch_;
  GoalCounter goals_;
  tsj_lane_order order_{};
  Counts counts_;
  std::unique_ptr<void, AlignedFree> memory_;
  std::exception_ptr failure_;
  bool over_ = false;
  std::optional<Deadline> run_out_;  ///< begins when `stop` has been seen
};

/// Blocks are taken by threads, one word of them after the other.
class Run {
 public:
  Run(const LanePlayer& player, std::span<const std::uint64_t> starts,
      const SimulationOptions& options, const LaneEndHandler& handler)
      : player_(player),
        starts_(starts),
        options_(options),
        handler_(handler),
        division_(tsj_lane_divide(starts.size() / player.game->state_words(), options.playouts)),
        totals_(player, starts.size() / player.game->state_words()) {}

  /// On the device, as far as it does.
  [[nodiscard]] bool play_on(const LaneDevice& device) {
    return device.play(player_, starts_, options_, totals_.sums, totals_.answers);
  }

  const Counts& play() {
    on_threads(
        options_.threads, [this](std::size_t) { work(); },
        [this] { next_.store(division_.blocks, std::memory_order_relaxed); });
    return totals_;
  }

  [[nodiscard]] const Counts& counts() const { return totals_; }

 private:
  void work() {
    Share share(player_, starts_, options_, handler_);
    while (share.go_on()) {
      const std::uint64_t block = next_.fetch_add(player_.code.blocks, std::memory_order_relaxed);
      if (block >= division_.blocks) break;
      share.play(division_, block);
    }
    const std::lock_guard lock(mutex_);
    totals_.add(share.counts());
  }

  const LanePlayer& player_;
  std::span<const std::uint64_t> starts_;
  const SimulationOptions& options_;
  const LaneEndHandler& handler_;
  tsj_lane_division division_;
  Counts totals_;
  std::atomic<std::uint64_t> next_{0};
  std::mutex mutex_;
};

/// As TerminalStates, of the first states where `stop` is set meanwhile.
std::vector<std::uint64_t> find_terminal(const Game& game, std::span<const std::uint64_t> states,
                                         const std::atomic<bool>* stop) {
  const std::size_t words = game.state_words();
  const StopScope scope(stop);
  const auto scratch = game.make_scratch();
  std::vector<std::uint64_t> terminal((states.size() / words + 63) / 64);
  try {
    for (std::size_t i = 0; i < states.size() / words && !is_set(stop); ++i) {
      if (!game.terminal(states.subspan(i * words, words), *scratch)) continue;
      terminal[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  } catch (const Stopped&) {
    // Nothing will be played.
  }
  return terminal;
}

/// Plays one by one; the streams of random numbers are none of the blocks'. `first`: the number of
/// its first playout.
SimulationResult play_singly(const LanePlayer& player, StateView start, std::uint64_t first,
                             const SimulationOptions& options, Deadline& deadline,
                             const LaneEndHandler& ended) {
  SimulationResult result;
  result.statistics.goal_sums.resize(player.game->roles().size());
  result.statistics.goal_counts.resize(player.game->roles().size());
  result.shortest = std::numeric_limits<std::uint64_t>::max();
  Player single(*player.game, options.stop);
  for (std::uint64_t i = 0; i < options.playouts && !deadline.is_over(); ++i) {
    if (is_set(options.stop)) break;
    const std::uint64_t before = result.statistics.steps;
    const PlayoutEnd how =
        single.play(start, Rng(options.seed, ~(first + i)), options.step_limit, result.statistics);
    if (how == PlayoutEnd::stopped) break;
    const std::uint64_t length = result.statistics.steps - before;
    result.shortest = std::min(result.shortest, length);
    result.longest = std::max(result.longest, length);
    if (ended) ended({first + i, length, how, single.state()});
  }
  if (result.statistics.playouts == 0) result.shortest = 0;
  return result;
}

}  // namespace

bool begins_in_lanes(const LanePlayer& player, StateView state) {
  return tsj_lane_suits(state.data(), player.game->initial().data(), player.fixed.data(),
                        player.fixed.size(), player.control.data(), player.control.size()) != 0;
}

std::uint64_t batch_bytes(const LanePlayer& player) {
  tsj_lane_order order{};
  order.code = &player.code;
  order.fluents = player.fluents;
  order.state_words = player.game->state_words();
  order.answers = player.answers.size();
  order.start_count = 1;
  return tsj_lane_bytes(&order);
}

std::vector<SimulationResult> simulate_in_lanes(const LanePlayer& player,
                                                std::span<const std::uint64_t> starts,
                                                const SimulationOptions& options,
                                                const LaneEndHandler& ended) {
  const auto begin = std::chrono::steady_clock::now();
  const std::size_t words = player.game->state_words();
  const std::size_t count = starts.size() / words;
  const std::vector<std::uint64_t> terminal =
      player.terminal ? player.terminal(starts) : find_terminal(*player.game, starts, options.stop);
  std::vector<SimulationResult> results(count);
  Deadline deadline(options.seconds);
  State in_lanes;
  std::vector<std::uint64_t> numbers;  // of these start states among all
  for (std::size_t i = 0; i < count; ++i) {
    const StateView state = starts.subspan(i * words, words);
    const bool over = (terminal[i / 64] >> (i % 64) & 1U) != 0;
    if (options.step_limit > 0 && !over && begins_in_lanes(player, state)) {
      in_lanes.insert(in_lanes.end(), state.begin(), state.end());
      numbers.push_back(i);
    } else {
      results[i] = play_singly(player, state, i * options.playouts, options, deadline, ended);
    }
  }
  LaneEndHandler numbered;
  if (ended) {
    numbered = [&](LaneEnd end) {
      end.playout = numbers[end.playout / options.playouts] * options.playouts +
                    end.playout % options.playouts;
      ended(end);
    };
  }
  // What was played singly, or by a device in vain, has taken some of the time.
  SimulationOptions rest = options;
  const auto take_time = [&] {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (options.seconds > 0) rest.seconds = std::max(options.seconds - spent.count(), 1e-9);
  };
  take_time();
  Run run(player, in_lanes, rest, numbered);
  const bool on_device = player.device != nullptr && !ended && player.code.goals != nullptr &&
                         !numbers.empty() && options.playouts != 0 && run.play_on(*player.device);
  if (!on_device) take_time();
  const Counts& played = on_device ? run.counts() : run.play();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    results[numbers[i]] = result_of(player, played, i);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  for (SimulationResult& result : results) result.seconds = seconds.count();
  return results;
}

SimulationResult simulate_in_lanes(const LanePlayer& player, const SimulationOptions& options) {
  return simulate_in_lanes(player, player.game->initial(), options).front();
}

}  // namespace tesuji::runtime
