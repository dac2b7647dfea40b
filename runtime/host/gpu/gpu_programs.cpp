#include "runtime/host/gpu/gpu_programs.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/memory/background.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace tesuji::runtime {

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
