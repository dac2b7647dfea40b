#include "runtime/host/playouts/lane_playouts.h"

#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/core/tesuji/lane_division.h"
#include "runtime/core/tesuji/lane_start.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/on_threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <span>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

// Runs playouts in lanes: divides them into blocks, assigns the blocks, and adds up the counts.

/// Counts by start state.
struct LaneCounts {
  std::vector<tsj_lane_sums> sums;
  std::vector<std::uint64_t> answers;  ///< of LanePlayer::answers
  std::vector<PlayoutStatistics>
      goals;  ///< only the goals, if the game computes them; may be empty

  LaneCounts(const LanePlayer& player, std::size_t starts);

  void add(const LaneCounts& other);
};

/// Playouts from start states in lanes. Threads take blocks, one word of them after the other; a
/// device that becomes ready takes all that are left.
class LaneRun {
 public:
  /// The arguments must outlive it. `options.seconds` starts now.
  LaneRun(const LanePlayer& player, std::span<const std::uint64_t> starts,
          const SimulationOptions& options, const LaneEndHandler& ended);

  /// Plays all blocks, or as many as options allow. `device` may be null. For one thread, once.
  void play(const LaneDevice* device);

  /// Returns the counts of a start state.
  [[nodiscard]] SimulationResult result(std::size_t start) const;

 private:
  void play_on_processor();
  void play_beside(const LaneDevice& device);
  void play_on(const LaneDevice& device, const std::stop_token& unneeded);
  std::optional<TakenBlocks> take_all();
  void work();
  [[nodiscard]] double seconds_left() const;

  const LanePlayer& player_;
  std::span<const std::uint64_t> starts_;
  const SimulationOptions& options_;
  const LaneEndHandler& ended_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  tsj_lane_division division_;
  std::mutex mutex_;
  LaneCounts totals_;                          ///< guarded by the mutex
  std::vector<std::uint64_t> on_device_;       ///< how many playouts of the totals the device
                                               ///< played, by start state; may be empty
  std::atomic<std::uint64_t> next_{0};         ///< the first block that is not taken yet
  std::optional<std::uint64_t> device_first_;  ///< the first block that the device took
  bool given_back_ = false;                    ///< by the device
};

struct AlignedFree {
  void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{64}); }
};

void add_lane_sums(tsj_lane_sums& to, const tsj_lane_sums& other) {
  for (int how = 0; how < 3; ++how) to.ends[how] += other.ends[how];
  to.steps += other.steps;
  to.shortest = std::min(to.shortest, other.shortest);
  to.longest = std::max(to.longest, other.longest);
}

std::uint64_t playouts_of(const tsj_lane_sums& sums) {
  return std::accumulate(std::begin(sums.ends), std::end(sums.ends), std::uint64_t{0});
}

/// One thread's share of the run, and its counts by start state.
class Share {
 public:
  Share(const LanePlayer& player, std::span<const std::uint64_t> starts,
        const SimulationOptions& options, double seconds, const LaneEndHandler& handler)
      : player_(player),
        options_(options),
        handler_(handler),
        deadline_(seconds),
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
    over_ = over_ || failure_ || is_stopped(options_) || deadline_.is_over();
    return !over_;
  }

  /// Whether running games should be dropped, because the caller waits.
  [[nodiscard]] bool run_out_is_over() {
    if (failure_) return true;
    if (!is_stopped(options_)) return false;
    if (!run_out_) run_out_.emplace(std::chrono::duration<double>(most_run_out).count());
    return run_out_->is_over();
  }

  void play(const tsj_lane_division& division, std::uint64_t first_block) {
    std::array<std::uint64_t, TSJ_LANE_GROUP + 1> bounds{};
    tsj_lane_bounds(&division, first_block, player_.code.blocks, bounds.data());
    const tsj_lane_results results{counts_.sums.data(), counts_.answers.data()};
    tsj_lanes_play(&order_, first_block, bounds.data(), &results, memory_.get());
    if (failure_) std::rethrow_exception(failure_);
    report_progress(options_, bounds.at(player_.code.blocks) - bounds[0]);
  }

  [[nodiscard]] const LaneCounts& counts() const { return counts_; }

 private:
  /// Exceptions must not pass through C.
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
  LaneCounts counts_;
  std::unique_ptr<void, AlignedFree> memory_;
  std::exception_ptr failure_;
  bool over_ = false;
  std::optional<Deadline> run_out_;  ///< starts when a thread sees `stop`
};

LaneCounts::LaneCounts(const LanePlayer& player, std::size_t starts)
    : sums(starts, tsj_lane_sums{{0, 0, 0}, 0, UINT64_MAX, 0}),
      answers(starts * player.answers.size()),
      goals(player.code.goals == nullptr ? starts : 0) {}

void LaneCounts::add(const LaneCounts& other) {
  for (std::size_t i = 0; i < sums.size(); ++i) add_lane_sums(sums[i], other.sums[i]);
  for (std::size_t i = 0; i < answers.size(); ++i) answers[i] += other.answers[i];
  for (std::size_t i = 0; i < goals.size(); ++i) goals[i] += other.goals[i];
}

LaneRun::LaneRun(const LanePlayer& player, std::span<const std::uint64_t> starts,
                 const SimulationOptions& options, const LaneEndHandler& ended)
    : player_(player),
      starts_(starts),
      options_(options),
      ended_(ended),
      division_(tsj_lane_divide(starts.size() / player.game->state_words(), options.playouts)),
      totals_(player, starts.size() / player.game->state_words()) {}

void LaneRun::play(const LaneDevice* device) {
  if (device == nullptr) {
    play_on_processor();
    return;
  }
  if (device->plays_alone(totals_.sums.size())) {
    play_on(*device, {});
    if (!device_first_) play_on_processor();
  } else {
    play_beside(*device);
  }
  if (given_back_) play_on_processor();
}

/// Plays until the device has taken the rest, or nothing is left for it.
void LaneRun::play_beside(const LaneDevice& device) {
  std::exception_ptr failure;
  {
    std::jthread waits;
    try {
      waits = std::jthread([&](const std::stop_token& unneeded) {
        try {
          play_on(device, unneeded);
        } catch (...) {
          failure = std::current_exception();
          next_.store(division_.blocks, std::memory_order_relaxed);
        }
      });
    } catch (const std::system_error&) {
      // The processor plays all.
    }
    play_on_processor();
  }
  if (failure) std::rethrow_exception(failure);
}

void LaneRun::play_on(const LaneDevice& device, const std::stop_token& unneeded) {
  LaneCounts counted(player_, totals_.sums.size());
  const DeviceOrder order{player_, starts_, options_, [this] { return take_all(); }};
  if (device.play(order, unneeded, counted.sums, counted.answers)) {
    for (const tsj_lane_sums& sums : counted.sums) on_device_.push_back(playouts_of(sums));
    const std::lock_guard lock(mutex_);
    totals_.add(counted);
  } else if (device_first_) {
    // Threads that see these blocks play them at once.
    next_.store(*device_first_, std::memory_order_relaxed);
    given_back_ = true;
  }
}

std::optional<TakenBlocks> LaneRun::take_all() {
  const double seconds = seconds_left();
  if (is_stopped(options_) || seconds < 0) return std::nullopt;
  const std::uint64_t first = next_.exchange(division_.blocks, std::memory_order_relaxed);
  if (first >= division_.blocks) return std::nullopt;
  device_first_ = first;
  return TakenBlocks{first, seconds};
}

void LaneRun::play_on_processor() {
  const std::uint64_t pieces = (division_.blocks + player_.code.blocks - 1) / player_.code.blocks;
  on_threads(
      static_cast<decltype(options_.threads)>(
          std::min<std::uint64_t>(options_.threads, std::max<std::uint64_t>(pieces, 1))),
      [this](std::size_t) { work(); },
      [this] { next_.store(division_.blocks, std::memory_order_relaxed); });
}

void LaneRun::work() {
  const double seconds = seconds_left();
  if (seconds < 0) return;
  Share share(player_, starts_, options_, seconds, ended_);
  while (share.go_on()) {
    const std::uint64_t block = next_.fetch_add(player_.code.blocks, std::memory_order_relaxed);
    if (block >= division_.blocks) break;
    share.play(division_, block);
  }
  const std::lock_guard lock(mutex_);
  totals_.add(share.counts());
}

/// Returns 0 if there is no limit; less if time is over.
double LaneRun::seconds_left() const {
  if (options_.seconds <= 0) return 0;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
  const double left = options_.seconds - spent.count();
  return left > 0 ? left : -1;
}

SimulationResult LaneRun::result(std::size_t start) const {
  const auto roles = player_.game->roles();
  const auto chance = std::find(roles.begin(), roles.end(), chance_role);
  const std::size_t width = player_.answers.size();
  tsj_batch_sums sums{};
  sums.shortest = UINT64_MAX;
  std::vector<std::uint64_t> goal_sums(roles.size());
  std::vector<std::uint64_t> goal_counts(roles.size());
  tsj_lane_add_sums(&totals_.sums[start], player_.answers.data(),
                    totals_.answers.data() + start * width, width,
                    static_cast<std::uint32_t>(chance - roles.begin()), &sums, goal_sums.data(),
                    goal_counts.data());
  SimulationResult result;
  add_sums(sums, goal_sums, goal_counts, result);
  if (!totals_.goals.empty()) result.statistics += totals_.goals[start];
  if (!on_device_.empty()) result.on_device = on_device_[start];
  return result;
}

/// As TerminalStates; if stopped, covers only the first states.
std::vector<std::uint64_t> find_terminal(const Game& game, std::span<const std::uint64_t> states,
                                         const SimulationOptions& options) {
  const std::size_t words = game.state_words();
  const StopScope scope(options.stop);
  const auto scratch = game.make_scratch();
  std::vector<std::uint64_t> terminal((states.size() / words + 63) / 64);
  try {
    for (std::size_t i = 0; i < states.size() / words && !is_stopped(options); ++i) {
      if (!game.terminal(states.subspan(i * words, words), *scratch)) continue;
      terminal[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  } catch (const Stopped&) {
    // Nothing will be played.
  }
  return terminal;
}

/// Plays one by one, with streams of random numbers that differ from the blocks'. `first`: the
/// number of its first playout.
SimulationResult play_singly(const LanePlayer& player, StateView start, std::uint64_t first,
                             const SimulationOptions& options, Deadline& deadline,
                             const LaneEndHandler& ended) {
  SimulationResult result;
  result.statistics.goal_sums.resize(player.game->roles().size());
  result.statistics.goal_counts.resize(player.game->roles().size());
  result.shortest = std::numeric_limits<std::uint64_t>::max();
  Player single(*player.game, options.stop);
  for (std::uint64_t i = 0; i < options.playouts && !deadline.is_over(); ++i) {
    if (is_stopped(options)) break;
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
      player.terminal ? player.terminal(starts) : find_terminal(*player.game, starts, options);
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
  // Playing one by one has used some of the time.
  SimulationOptions rest = options;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  if (options.seconds > 0) rest.seconds = std::max(options.seconds - spent.count(), 1e-9);
  LaneRun run(player, in_lanes, rest, numbered);
  const bool on_device = player.device != nullptr && !ended && player.code.goals != nullptr &&
                         !numbers.empty() && options.playouts != 0;
  run.play(on_device ? player.device.get() : nullptr);
  for (std::size_t i = 0; i < numbers.size(); ++i) results[numbers[i]] = run.result(i);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  for (SimulationResult& result : results) result.seconds = seconds.count();
  return results;
}

SimulationResult simulate_in_lanes(const LanePlayer& player, const SimulationOptions& options) {
  return simulate_in_lanes(player, player.game->initial(), options).front();
}

void add_sums(const tsj_batch_sums& sums, std::span<const std::uint64_t> goal_sums,
              std::span<const std::uint64_t> goal_counts, SimulationResult& result) {
  SimulationResult more;
  PlayoutStatistics& statistics = more.statistics;
  statistics.playouts = sums.playouts;
  statistics.steps = sums.steps;
  statistics.terminal = sums.terminal;
  statistics.cut = sums.cut;
  statistics.stuck = sums.stuck;
  statistics.goals_missing = sums.goals_missing;
  statistics.goals_ambiguous = sums.goals_several;
  statistics.goals_not_integer = sums.goals_no_integer;
  statistics.goal_sums.assign(goal_sums.begin(), goal_sums.end());
  statistics.goal_counts.assign(goal_counts.begin(), goal_counts.end());
  more.shortest = sums.playouts == 0 ? 0 : sums.shortest;
  more.longest = sums.longest;
  result.statistics.goal_sums.resize(goal_sums.size());
  result.statistics.goal_counts.resize(goal_counts.size());
  add(result, more);
}

}  // namespace tesuji::runtime
