#include "runtime/host/gpu/gpu_playouts.h"

#include "runtime/core/tesuji/gpu_lanes.h"
#include "runtime/core/tesuji/lane_division.h"
#include "runtime/host/memory/deadline.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {

namespace {

using Clock = std::chrono::steady_clock;

/// Number of streams: one can run while the host reads the results of another.
constexpr std::uint64_t most_streams = 2;

/// Ticks for which running playouts continue after no more begin (lane_batch.c).
constexpr std::uint64_t run_out_ticks = 4096;

/// Ticks of the first launch, which measures the time of a tick; if a tick is many launches, one
/// round of all phases.
constexpr std::uint32_t first_ticks = 64;
constexpr std::uint32_t most_ticks = 1U << 20U;

/// Between two reports of progress.
constexpr std::chrono::milliseconds report_pause{200};

std::uint64_t round_up(std::uint64_t number, std::uint64_t to) {
  return (number + to - 1) / to * to;
}

/// Returns a bit for each phase in which some game begins (lane_batch.c).
std::uint64_t start_phases(const LanePlayer& player, std::span<const std::uint64_t> starts,
                           std::size_t words) {
  if (player.code.phase_fluents == nullptr) return ~std::uint64_t{0};
  std::uint64_t phases = 0;
  for (std::size_t first = 0; first < starts.size(); first += words) {
    for (std::uint32_t phase = 0; phase < player.code.phase_count; ++phase) {
      const std::uint64_t fluent = player.code.phase_fluents[phase];
      phases |= (starts[first + fluent / 64] >> (fluent % 64) & 1U) << phase;
    }
  }
  return phases;
}

/// A part of the threads, with its own stream.
struct Section {
  Section(const GpuDevice& device, std::uint64_t threads, std::uint64_t tile_bytes)
      : threads(threads),
        tiles(device, threads * tile_bytes),
        status(device, sizeof(tsj_gpu_status)),
        stream(device) {}

  std::uint64_t threads;
  GpuMemory tiles;
  GpuMemory status;
  GpuStream stream;
  bool running = true;
  Clock::time_point launched{};
};

/// One run: a sequence of launches.
class GpuRun {
 public:
  GpuRun(const GpuDevice& device, const GpuProgram& program, const GpuLimits& limits,
         const DeviceOrder& wanted, const TakenBlocks& blocks)
      : device_(device),
        program_(program),
        limits_(limits),
        options_(wanted.options),
        deadline_(blocks.seconds),
        phases_(wanted.player.code.phase_count),
        words_(wanted.player.game->state_words()),
        starts_(wanted.starts.size() / words_),
        division_(tsj_lane_divide(starts_, wanted.options.playouts)),
        first_block_(blocks.first),
        order_memory_(device, sizeof order_),
        start_memory_(device, wanted.starts.size_bytes()),
        sums_(device, starts_ * sizeof(tsj_lane_sums)),
        answers_(device, starts_ * wanted.player.answers.size() * sizeof(std::uint64_t)) {
    if (program_.pattern_words() != 0) write_pattern(wanted.player, wanted.starts);
    start_memory_.write(wanted.starts.data(), wanted.starts.size_bytes());
    const std::vector<tsj_lane_sums> none(starts_, tsj_lane_sums{{0, 0, 0}, 0, UINT64_MAX, 0});
    sums_.write(none.data(), none.size() * sizeof none[0]);
    divide_threads();
    ticks_ = program_.has_parts() ? phases_ : first_ticks;
    order_.next_block = first_block_;
    order_.blocks = division_.blocks;
    order_.playouts = division_.playouts;
    order_.playouts_per_start = options_.playouts;
    order_.seed = options_.seed;
    order_.limit_low = options_.step_limit & ((1U << TSJ_LANES_COUNTER) - 1);
    order_.limit_high = options_.step_limit >> TSJ_LANES_COUNTER;
    order_.start_phases = start_phases(wanted.player, wanted.starts, words_);
    order_.threads = sections_.front()->threads;
    order_.apart = starts_ > 1 && options_.playouts < TSJ_LANE_FEW_PLAYOUTS ? 1 : 0;
    order_.state_words = words_;
    order_.starts = start_memory_.address();
    order_.sums = sums_.address();
    order_.answers = answers_.address();
    order_memory_.write(&order_, sizeof order_);
  }
  /// Takes back the reported progress of playouts whose results were not read.
  ~GpuRun() { report_progress(options_, -reported_); }
  GpuRun(const GpuRun&) = delete;
  GpuRun& operator=(const GpuRun&) = delete;

  /// Plays until all games are over, or the running ones are dropped.
  void play() {
    for (const auto& section : sections_) launch(*section);
    for (std::size_t i = 0, idle = 0; idle < sections_.size(); i = (i + 1) % sections_.size()) {
      Section& section = *sections_[i];
      if (!section.running) {
        ++idle;
        continue;
      }
      idle = 0;
      finish(section);
      report();
      if (!section.running) settle(section);
      if (!stopped_ && !go_on()) stop();
      if (stopped_ && run_out_is_over()) {
        give_up();
        return;
      }
      if (section.running) launch(section);
    }
  }

  [[nodiscard]] std::uint64_t lanes() const {
    return 64 * sections_.size() * sections_.front()->threads;
  }
  [[nodiscard]] std::uint64_t launches() const { return launches_; }

  void read(std::span<tsj_lane_sums> sums, std::span<std::uint64_t> answers) {
    // Reads both results before it writes either.
    const std::vector<tsj_lane_sums> counted = read_sums();
    std::vector<std::uint64_t> held(answers.size());
    answers_.read(held.data(), answers.size_bytes());
    check(counted);
    report_progress(options_, playouts_of(counted) - reported_);
    reported_ = 0;
    std::copy(counted.begin(), counted.end(), sums.begin());
    std::copy(held.begin(), held.end(), answers.begin());
  }

 private:
  [[nodiscard]] std::vector<tsj_lane_sums> read_sums() const {
    std::vector<tsj_lane_sums> counted(starts_);
    sums_.read(counted.data(), counted.size() * sizeof counted[0]);
    return counted;
  }

  static std::uint64_t playouts_of(const std::vector<tsj_lane_sums>& counted) {
    std::uint64_t playouts = 0;
    for (const tsj_lane_sums& sums : counted) {
      playouts += std::accumulate(std::begin(sums.ends), std::end(sums.ends), std::uint64_t{0});
    }
    return playouts;
  }

  /// Reports, several times a second, what launches have counted so far.
  void report() {
    if (options_.progress == nullptr || Clock::now() < next_report_) return;
    next_report_ = Clock::now() + report_pause;
    const std::uint64_t playouts = playouts_of(read_sums());
    report_progress(options_, playouts - reported_);
    reported_ = playouts;
  }

  /// Throws GpuError if playouts are missing from the counts: the GPU is then not trusted.
  void check(const std::vector<tsj_lane_sums>& counted) const {
    if (stopped_) return;
    const std::uint64_t playouts = playouts_of(counted);
    const std::uint64_t wanted =
        division_.playouts - tsj_lane_first_playout(&division_, first_block_);
    if (playouts == wanted) return;
    throw GpuError("the GPU counted " + std::to_string(playouts) + " playouts of " +
                   std::to_string(wanted));
  }

  void write_pattern(const LanePlayer& player, std::span<const std::uint64_t> state) {
    std::vector<std::uint32_t> pattern(program_.pattern_words());
    for (std::uint64_t i = 0; i < player.fluents; ++i) {
      pattern[i] = (state[i / 64] >> (i % 64) & 1U) != 0 ? ~0U : 0U;
    }
    program_.write_pattern(pattern);
  }

  void divide_threads() {
    std::uint64_t threads = program_.best_threads() * device_.multiprocessors();
    if (limits_.lanes != 0) threads = limits_.lanes / 64;
    threads = std::min(threads, round_up(division_.blocks - first_block_, TSJ_GPU_WARP));
    // Leaves half of the memory to other programs, and to the stacks of kernels.
    threads = std::min(threads, device_.free_bytes() / 2 / program_.tile_bytes());
    const std::uint64_t sections =
        std::clamp<std::uint64_t>(threads / limits_.stream_threads, 1, most_streams);
    const std::uint64_t each =
        std::max<std::uint64_t>(threads / sections / TSJ_GPU_WARP, 1) * TSJ_GPU_WARP;
    for (std::uint64_t i = 0; i < sections; ++i) {
      sections_.push_back(std::make_unique<Section>(device_, each, program_.tile_bytes()));
    }
  }

  [[nodiscard]] GpuProgram::Memory memory_of(const Section& section) const {
    return {section.tiles.address(), order_memory_.address(), section.status.address(),
            section.threads};
  }

  void launch(Section& section) {
    constexpr tsj_gpu_status nothing{};
    section.status.write(&nothing, sizeof nothing);
    section.launched = Clock::now();
    launches_ += program_.make_ticks(section.stream, memory_of(section), ticks_);
  }

  void settle(Section& section) const {
    program_.settle(section.stream, memory_of(section));
    section.stream.wait();
  }

  void finish(Section& section) {
    section.stream.wait();
    const std::chrono::duration<double> time = Clock::now() - section.launched;
    tsj_gpu_status status{};
    section.status.read(&status, sizeof status);
    section.running = status.running != 0;
    if (stopped_) run_out_ += ticks_;
    const double wanted = limits_.launch_seconds / std::max(time.count(), 1e-6);
    const double ticks = ticks_ * std::clamp(wanted, 0.01, 4.0);
    ticks_ = static_cast<std::uint32_t>(std::clamp<double>(ticks, phases_, most_ticks));
  }

  /// Ends while games run: counts finished games only.
  void give_up() {
    for (const auto& section : sections_) {
      section->stream.wait();
      settle(*section);
    }
  }

  [[nodiscard]] bool go_on() { return !is_stopped(options_) && !deadline_.is_over(); }

  /// Begins no more playouts.
  void stop() {
    for (const auto& section : sections_) section->stream.wait();
    stopped_ = true;
    order_memory_.read(&order_, sizeof order_);
    order_.stopped = 1;
    order_memory_.write(&order_, sizeof order_);
  }

  [[nodiscard]] bool run_out_is_over() {
    if (run_out_ >= run_out_ticks * sections_.size()) return true;
    if (!is_stopped(options_)) return false;
    if (!last_) last_.emplace(std::chrono::duration<double>(most_run_out).count());
    return last_->is_over();
  }

  const GpuDevice& device_;
  const GpuProgram& program_;
  const GpuLimits& limits_;
  const SimulationOptions& options_;
  Deadline deadline_;
  std::uint32_t phases_;
  std::size_t words_;
  std::uint64_t starts_;
  tsj_lane_division division_;
  std::uint64_t first_block_;
  tsj_gpu_order order_{};
  GpuMemory order_memory_;
  GpuMemory start_memory_;
  GpuMemory sums_;
  GpuMemory answers_;
  std::vector<std::unique_ptr<Section>> sections_;
  std::uint32_t ticks_ = 0;  ///< of the next launch
  std::uint64_t launches_ = 0;
  bool stopped_ = false;
  std::uint64_t run_out_ = 0;   ///< ticks since the stop, summed over all sections
  std::uint64_t reported_ = 0;  ///< playouts reported as progress
  Clock::time_point next_report_{};
  std::optional<Deadline> last_;  ///< starts when the host sees `stop`
};

}  // namespace

DeviceReport play_blocks(const GpuDevice& device, const GpuProgram& program,
                         const GpuLimits& limits, const DeviceOrder& wanted,
                         const TakenBlocks& blocks, std::span<tsj_lane_sums> sums,
                         std::span<std::uint64_t> answers) {
  const auto begin = Clock::now();
  GpuRun run(device, program, limits, wanted, blocks);
  run.play();
  run.read(sums, answers);
  DeviceReport report;
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  for (const tsj_lane_sums& of : sums) report.transitions += of.steps;
  report.lanes = run.lanes();
  report.launches = run.launches();
  report.registers = program.needs().registers;
  report.stack_bytes = program.needs().stack_bytes;
  return report;
}

namespace {

class GpuLanes final : public LaneDevice {
 public:
  GpuLanes(std::shared_ptr<const GpuDevice> device, GpuCodeMaker make_code, const GpuLimits& limits,
           const GpuOpening& opening)
      : device_(device),
        programs_(std::make_shared<GpuPrograms>(std::move(device), std::move(make_code))),
        limits_(limits),
        alone_(opening.alone) {
    programs_->begin(opening.many_starts);
    if (alone_) static_cast<void>(programs_->wait_for(opening.many_starts, {}));
  }
  ~GpuLanes() override { programs_->give_up(); }
  GpuLanes(const GpuLanes&) = delete;
  GpuLanes& operator=(const GpuLanes&) = delete;

  [[nodiscard]] bool plays_alone(std::size_t start_count) const override {
    if (alone_) return true;
    if (!programs_->is_settled(start_count > 1)) return false;
    const std::lock_guard lock(mutex_);
    return !running_;
  }

  bool play(const DeviceOrder& order, const std::stop_token& unneeded,
            std::span<tsj_lane_sums> sums, std::span<std::uint64_t> answers) const override {
    const bool many_starts = sums.size() > 1;
    programs_->begin(many_starts);
    const GpuProgram* program = programs_->wait_for(many_starts, unneeded);
    DeviceReport report;
    report.ready = program != nullptr;
    report.load_seconds = programs_->load_seconds(many_starts);
    const bool played =
        program != nullptr && begin_run(unneeded) && run(*program, order, sums, answers, report);
    const std::lock_guard lock(mutex_);
    report_ = report;
    return played;
  }

  [[nodiscard]] std::string fault() const override { return programs_->fault(); }

  [[nodiscard]] std::string name() const override { return device_->name(); }

  [[nodiscard]] DeviceReport report() const override {
    const std::lock_guard lock(mutex_);
    return report_;
  }

 private:
  /// Waits for earlier runs; returns whether to start one. If `unneeded` cannot be requested, it
  /// does not wait: the processor plays.
  bool begin_run(const std::stop_token& unneeded) const {
    std::unique_lock lock(mutex_);
    if (running_ && !unneeded.stop_possible() && !alone_) return false;
    if (!free_.wait(lock, unneeded, [this] { return !running_; })) return false;
    running_ = true;
    return true;
  }

  /// Lets other runs start when it is destroyed.
  class Turn {
   public:
    explicit Turn(const GpuLanes& of) : of_(of) {}
    ~Turn() {
      const std::lock_guard lock(of_.mutex_);
      of_.running_ = false;
      of_.free_.notify_one();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    const GpuLanes& of_;
  };

  /// Plays, unless no blocks are left or an earlier run has failed.
  bool run(const GpuProgram& program, const DeviceOrder& order, std::span<tsj_lane_sums> sums,
           std::span<std::uint64_t> answers, DeviceReport& report) const {
    const Turn turn(*this);
    return fault().empty() && play_rest(program, order, sums, answers, report);
  }

  bool play_rest(const GpuProgram& program, const DeviceOrder& order, std::span<tsj_lane_sums> sums,
                 std::span<std::uint64_t> answers, DeviceReport& report) const {
    try {
      const CurrentGpu scope(*device_);
      const std::optional<TakenBlocks> blocks = order.take();
      if (!blocks) return false;
      const double load_seconds = report.load_seconds;
      report = play_blocks(*device_, program, limits_, order, *blocks, sums, answers);
      report.ready = true;
      report.load_seconds = load_seconds;
      return true;
    } catch (const GpuError& error) {
      programs_->fail(error.what());
      return false;
    }
  }

  std::shared_ptr<const GpuDevice> device_;
  std::shared_ptr<GpuPrograms> programs_;
  GpuLimits limits_;
  bool alone_;
  mutable std::mutex mutex_;
  mutable std::condition_variable_any free_;
  mutable bool running_ = false;  ///< a run is in progress: kernels have tables, so runs exclude
                                  ///< each other; mutex_ guards it and the report
  mutable DeviceReport report_;
};

}  // namespace

std::shared_ptr<const LaneDevice> gpu_lanes(std::shared_ptr<const GpuDevice> device,
                                            GpuCodeMaker make_code, const GpuLimits& limits,
                                            const GpuOpening& opening) {
  return std::make_shared<const GpuLanes>(std::move(device), std::move(make_code), limits, opening);
}

}  // namespace tesuji::runtime
