#include "runtime/host/gpu/gpu_programs.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/memory/background.h"
#include "runtime/host/memory/on_threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tesuji::runtime {
namespace {

/// Bytes of stacks that a multiprocessor's L1 cache holds: if stacks exceed it, kernels wait for
/// memory.
constexpr std::uint64_t cached_stack_bytes = 224 * 1024;

/// Threads per multiprocessor if states lie in memory that no cache holds: enough to keep it busy.
constexpr std::uint64_t tile_threads = 512;

/// Fewer threads cannot hide the latency of instructions.
constexpr std::uint64_t least_threads = 128;

}  // namespace

GpuProgram::GpuProgram(const GpuDevice& device, const GpuCode& code, const std::stop_token& stop)
    : modules_(code.modules.size()),
      pattern_name_(code.kernel + "_pattern"),
      pattern_words_(code.pattern_words),
      tile_words_(code.tile_words) {
  std::atomic<std::size_t> next{0};
  const auto load = [&](std::size_t) {
    const CurrentGpu scope(device);
    for (std::size_t i = next++; i < modules_.size(); i = next++) {
      if (stop.stop_requested()) throw Stopped();
      modules_[i] = std::make_unique<GpuModule>(
          device, code.modules[i],
          code.compiled_quickly ? GpuOptimisation::quick : GpuOptimisation::full);
    }
  };
  const std::size_t threads =
      std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, modules_.size());
  on_threads(threads, load, [&] { next = modules_.size(); });
  play_ = modules_.at(0)->kernel(code.kernel);
  for (const auto& phase : code.parts) {
    auto& kernels = parts_.emplace_back();
    for (const GpuPart& part : phase) {
      kernels.push_back(modules_.at(part.module)->kernel(part.kernel));
    }
  }
  needs_ = kernel_needs(device, play_, TSJ_GPU_GROUP);
}

std::uint64_t GpuProgram::best_threads() const {
  if (!parts_.empty()) return tile_threads;
  const std::uint64_t most = std::uint64_t{needs_.groups} * TSJ_GPU_GROUP;
  if (needs_.stack_bytes == 0) return most;
  const std::uint64_t cached = cached_stack_bytes / static_cast<std::uint64_t>(needs_.stack_bytes) /
                               TSJ_GPU_GROUP * TSJ_GPU_GROUP;
  return std::min(most, std::max(cached, least_threads));
}

void GpuProgram::write_pattern(std::span<const std::uint32_t> pattern) const {
  modules_.front()->write_table(pattern_name_, pattern);
}

std::uint64_t GpuProgram::make_ticks(const GpuStream& stream, const Memory& memory,
                                     std::uint32_t ticks) const {
  if (parts_.empty()) {
    launch(stream, play_, memory, ticks);
    return 1;
  }
  std::uint64_t launches = 0;
  for (std::uint32_t tick = 0; tick < ticks;) {
    for (std::uint32_t phase = 0; phase < parts_.size(); ++phase, ++tick) {
      launch(stream, play_, memory, phase);
      for (const cuda::Function part : parts_[phase]) launch(stream, part, memory, 0);
      launches += 1 + parts_[phase].size();
    }
  }
  return launches;
}

void GpuProgram::settle(const GpuStream& stream, const Memory& memory) const {
  if (!parts_.empty()) launch(stream, play_, memory, TSJ_GPU_SETTLE);
}

void GpuProgram::launch(const GpuStream& stream, cuda::Function kernel, const Memory& memory,
                        std::uint32_t number) {
  Memory passed = memory;
  std::array<void*, 4> arguments = {&passed.tiles, &passed.order, &passed.status, &number};
  const std::uint64_t groups = (memory.threads + TSJ_GPU_GROUP - 1) / TSJ_GPU_GROUP;
  stream.launch(kernel, groups, TSJ_GPU_GROUP, arguments);
}

GpuPrograms::GpuPrograms(std::shared_ptr<const GpuDevice> device, GpuCodeMaker make_code)
    : device_(std::move(device)), make_code_(std::move(make_code)) {}

GpuPrograms::~GpuPrograms() {
  try {
    const CurrentGpu scope(*device_);
    for (Slot& slot : slots_) slot.program.reset();
  } catch (const GpuError&) {
    // The driver has released it by now.
  }
}

void GpuPrograms::begin(bool many_starts) {
  {
    const std::lock_guard lock(mutex_);
    if (slot(many_starts).begun || !fault_.empty()) return;
    slot(many_starts).begun = true;
  }
  std::stop_source stop =
      run_in_background([self = shared_from_this(), many_starts](const std::stop_token& token) {
        self->make(many_starts, token);
      });
  const std::lock_guard lock(mutex_);
  slot(many_starts).stop = std::move(stop);
}

void GpuPrograms::make(bool many_starts, const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_ptr<GpuProgram> program;
  std::string fault;
  std::exception_ptr failure;
  try {
    const GpuCode code = make_code_(many_starts, stop);
    const CurrentGpu scope(*device_);
    program = std::make_unique<GpuProgram>(*device_, code, stop);
  } catch (const std::logic_error&) {  // a bug
    failure = std::current_exception();
  } catch (const std::exception& error) {
    fault = error.what();
  } catch (...) {
    failure = std::current_exception();
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  const std::lock_guard lock(mutex_);
  Slot& made = slot(many_starts);
  made.is_made = true;
  made.program = std::move(program);
  made.failure = failure;
  made.seconds = spent.count();
  if (fault_.empty()) fault_ = std::move(fault);
  changed_.notify_all();
}

bool GpuPrograms::is_settled(bool many_starts) const {
  const std::lock_guard lock(mutex_);
  return slot(many_starts).is_made || !fault_.empty();
}

const GpuProgram* GpuPrograms::wait_for(bool many_starts, const std::stop_token& unneeded) {
  std::unique_lock lock(mutex_);
  const Slot& wanted = slot(many_starts);
  const bool settled =
      changed_.wait(lock, unneeded, [&] { return wanted.is_made || !fault_.empty(); });
  if (!settled || !fault_.empty()) return nullptr;
  if (wanted.failure) std::rethrow_exception(wanted.failure);
  return wanted.program.get();
}

double GpuPrograms::load_seconds(bool many_starts) const {
  const std::lock_guard lock(mutex_);
  return slot(many_starts).seconds;
}

std::string GpuPrograms::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

void GpuPrograms::fail(const std::string& fault) {
  const std::lock_guard lock(mutex_);
  if (fault_.empty()) fault_ = fault;
  changed_.notify_all();
}

void GpuPrograms::give_up() {
  std::unique_lock lock(mutex_);
  for (Slot& slot : slots_) static_cast<void>(slot.stop.request_stop());
  if (background_works_are_left()) return;
  // When the process ends, what compilers use is destroyed before anyone could wait for them.
  changed_.wait(lock, [this] {
    return std::ranges::all_of(slots_,
                               [](const Slot& slot) { return !slot.begun || slot.is_made; });
  });
}

}  // namespace tesuji::runtime
