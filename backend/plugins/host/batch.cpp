#include "backend/plugins/host/batch.h"

#include "backend/plugins/host/game.h"
#include "runtime/core/tesuji/cpu.h"
#include "runtime/core/tesuji/gpu_lanes.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace tesuji::plugin {
namespace {

using runtime::SimulationOptions;
using runtime::SimulationResult;

/// One call of the plugin's function, and its results.
struct Part {
  Part(const tsj_plugin& plugin, std::size_t states, const volatile int* stop)
      : memory(plugin, 0, stop),
        sums(states),
        goal_sums(states * plugin.role_count),
        goal_counts(states * plugin.role_count) {}

  runtime::ScratchMemory memory;
  std::vector<tsj_batch_sums> sums;
  std::vector<std::uint64_t> goal_sums;
  std::vector<std::uint64_t> goal_counts;
  std::int32_t status = TSJ_OK;
};

/// The parts of a batch, each in a thread.
class Batch {
 public:
  Batch(const tsj_plugin& plugin, const tsj_batch& batch, const SimulationOptions& options)
      : plugin_(plugin), batch_(batch), options_(options) {
    batch_.parts = std::max(options.threads, 1U);
    for (std::uint64_t i = 0; i < batch_.parts; ++i) {
      parts_.push_back(std::make_unique<Part>(plugin, batch.state_count, stop_word()));
    }
  }

  void play() {
    if (parts_.size() == 1 && options_.seconds <= 0 && options_.stop == nullptr) {
      play_part(0);
      return;
    }
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      threads.emplace_back([this, i] {
        play_part(i);
        const std::lock_guard lock(mutex_);
        ++done_;
        changed_.notify_one();
      });
    }
    watch();
  }

  /// Adds the counts of all parts for a state.
  void add_to(SimulationResult& result, std::size_t state) const {
    const std::size_t roles = plugin_.role_count;
    for (const auto& part : parts_)
      add_sums(part->sums[state], std::span(part->goal_sums).subspan(state * roles, roles),
               std::span(part->goal_counts).subspan(state * roles, roles), result);
  }

  [[nodiscard]] bool has(std::int32_t status) const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [&](const auto& part) { return part->status == status; });
  }

 private:
  /// In the form of tsj_memory_source: an integer that is polled.
  [[nodiscard]] const volatile int* stop_word() const {
    static_assert(sizeof(std::atomic<int>) == sizeof(int));
    return reinterpret_cast<const volatile int*>(&stop_);
  }

  void play_part(std::size_t i) {
    Part& part = *parts_[i];
    tsj_batch batch = batch_;
    batch.part = i;
    const tsj_batch_results results{
        part.sums.data(), part.goal_sums.data(), part.goal_counts.data(), nullptr, nullptr, nullptr,
        nullptr};
    part.status = plugin_.playouts(&plugin_, part.memory.get(), &batch, &results);
    if (part.status < 0) begin_no_more();
  }

  void begin_no_more() {
    int unset = 0;
    stop_.compare_exchange_strong(unset, 1, std::memory_order_relaxed);
  }

  /// Waits until all parts are done: stops them when time is over or the caller wants it, and
  /// abandons games in lanes when the caller has waited for a moment.
  void watch() {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    std::optional<Clock::time_point> give_up;
    std::unique_lock lock(mutex_);
    while (done_ < parts_.size()) {
      const auto now = Clock::now();
      const std::chrono::duration<double> spent = now - begin;
      if (options_.seconds > 0 && spent.count() >= options_.seconds) begin_no_more();
      if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
        begin_no_more();
        if (!give_up) give_up = now + runtime::most_run_out;
        if (now >= *give_up) stop_.store(2, std::memory_order_relaxed);
      }
      constexpr double often = 0.01;
      const double left = options_.seconds - spent.count();
      changed_.wait_for(lock,
                        std::chrono::duration<double>(left > 0 ? std::min(left, often) : often));
    }
  }

  const tsj_plugin& plugin_;
  tsj_batch batch_;
  const SimulationOptions& options_;
  std::atomic<int> stop_ = 0;  ///< 1: begins no more games; 2: also abandons games in lanes
  std::vector<std::unique_ptr<Part>> parts_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t done_ = 0;  ///< number of parts; guarded by the mutex
};

}  // namespace

std::uint32_t most_lanes(const runtime::Game& game) {
  const tsj_plugin* const plugin = plugin_of(game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, most_lanes)) return 0;
  return plugin->most_lanes(plugin);
}

std::vector<SimulationResult> simulate_batch(const runtime::Game& game,
                                             std::span<const std::uint64_t> starts,
                                             std::uint32_t lanes,
                                             const SimulationOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const tsj_plugin* const plugin = plugin_of(game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, playouts)) {
    throw std::invalid_argument("no plugin that plays many games");
  }
  tsj_batch wanted{};
  wanted.states = starts.data();
  wanted.state_count = plugin->state_words == 0 ? 1 : starts.size() / plugin->state_words;
  wanted.playouts = options.playouts;
  wanted.most_steps = options.step_limit;
  wanted.seed = options.seed;
  wanted.lanes = lanes;
  Batch batch(*plugin, wanted, options);
  batch.play();
  if (batch.has(TSJ_UNKNOWN)) throw std::invalid_argument("no code for so many lanes");
  if (batch.has(TSJ_LIMIT)) {
    throw runtime::LimitReached("a relation has more rows than the limit, or memory ran out");
  }
  std::vector<SimulationResult> results(wanted.state_count);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  for (std::size_t i = 0; i < results.size(); ++i) {
    batch.add_to(results[i], i);
    results[i].seconds = seconds.count();
  }
  return results;
}

namespace {

/// Returns the code for the widest words that this processor has, or null.
const tsj_lane_code* widest(const tsj_lane_tables& tables) {
  const std::uint64_t missing = ~tsj_cpu_features();
  for (std::uint32_t i = tables.code_count; i-- > 0;) {
    if ((tables.cpu_features[i] & missing) == 0) return &tables.codes[i];
  }
  return nullptr;
}

}  // namespace

std::optional<runtime::LanePlayer> gpu_player(const std::shared_ptr<const runtime::Game>& game,
                                              std::string& reason) {
  const tsj_plugin* const plugin = plugin_of(*game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, gpu)) {
    reason = "the plugin has no kernels for GPUs: compile it with --batch --gpu";
    return std::nullopt;
  }
  if (plugin->gpu->version != TSJ_GPU_VERSION) {
    reason = "the plugin's kernels are of version " + std::to_string(plugin->gpu->version) +
             ", this program's of version " + std::to_string(TSJ_GPU_VERSION) +
             ": compile it again";
    return std::nullopt;
  }
  const tsj_lane_tables& tables = *plugin->gpu->lanes;
  const tsj_lane_code* const code = widest(tables);
  if (code == nullptr) {
    reason = "the plugin has no code for lanes of this processor";
    return std::nullopt;
  }
  runtime::LanePlayer player;
  player.game = game;
  player.fluents = tables.fluents;
  player.code = *code;
  player.answers.assign(tables.answers, tables.answers + tables.answer_count);
  player.control.assign(tables.control, tables.control + tables.control_count);
  player.fixed.assign(tables.fixed, tables.fixed + plugin->state_words);
  player.keep = game;
  return player;
}

runtime::GpuCode gpu_code(const runtime::Game& game, bool many_starts) {
  const tsj_gpu_program& program = plugin_of(game)->gpu->programs[many_starts ? 1 : 0];
  runtime::GpuCode code;
  code.modules.assign(program.modules, program.modules + program.module_count);
  code.kernel = program.kernel;
  code.tile_words = program.tile_words;
  code.pattern_words = program.pattern_words;
  code.compiled_quickly = program.compiled_quickly != 0;
  const tsj_gpu_part* part = program.parts;
  for (std::uint32_t phase = 0; phase < program.phase_count; ++phase) {
    std::vector<runtime::GpuPart>& parts = code.parts.emplace_back();
    for (std::uint32_t i = 0; i < program.part_counts[phase]; ++i, ++part) {
      parts.push_back({part->module, part->kernel});
    }
  }
  return code;
}

}  // namespace tesuji::plugin
