#include "runtime/host/gpu/gpu_playouts.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace tesuji::runtime {
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
  /// Waits for runs before this one; whether there is to be one. Who cannot say that it is not
  /// needed any more does not wait: the processor plays.
  bool begin_run(const std::stop_token& unneeded) const {
    std::unique_lock lock(mutex_);
    if (running_ && !unneeded.stop_possible() && !alone_) return false;
    if (!free_.wait(lock, unneeded, [this] { return !running_; })) return false;
    running_ = true;
    return true;
  }

  /// At its end, others may run.
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

  /// Plays, unless nothing is left or a run before this one has failed.
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
  mutable bool running_ = false;  ///< kernels have tables; of the mutex, as is the report
  mutable DeviceReport report_;
};

}  // namespace

std::shared_ptr<const LaneDevice> gpu_lanes(std::shared_ptr<const GpuDevice> device,
                                            GpuCodeMaker make_code, const GpuLimits& limits,
                                            const GpuOpening& opening) {
  return std::make_shared<const GpuLanes>(std::move(device), std::move(make_code), limits, opening);
}

}  // namespace tesuji::runtime
