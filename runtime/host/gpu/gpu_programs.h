// The programs of a game on a GPU, made and compiled while others play.
//
// The driver compiles large games for up to a minute. Nobody waits for that: a thread of its own
// does it, and keeps what it needs, also when the game is not needed any more. It ends then once
// the driver has compiled the modules that it has at hand.
#pragma once

#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/gpu/gpu_device.h"
#include "runtime/host/gpu/gpu_program.h"

#include <array>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace tesuji::runtime {

/// Makes the kernels of a game: for playouts from many start states, or from one. Owns all that it
/// needs; may throw Stopped once it is asked to stop.
using GpuCodeMaker = std::function<GpuCode(bool many_starts, const std::stop_token& stop)>;

/// For any number of threads.
class GpuPrograms : public std::enable_shared_from_this<GpuPrograms> {
 public:
  GpuPrograms(std::shared_ptr<const GpuDevice> device, GpuCodeMaker make_code);
  ~GpuPrograms();
  GpuPrograms(const GpuPrograms&) = delete;
  GpuPrograms& operator=(const GpuPrograms&) = delete;

  /// Begins to make a program in the background, unless that has begun.
  void begin(bool many_starts);
  /// Whether there is nothing to wait for: it is made, or the GPU has failed.
  [[nodiscard]] bool is_settled(bool many_starts) const;
  /// Waits until it is made. Null where the GPU has failed, or `unneeded` was requested before.
  /// Throws what GpuCodeMaker did.
  [[nodiscard]] const GpuProgram* wait_for(bool many_starts, const std::stop_token& unneeded);
  /// How long it took to make it; 0: it is not made.
  [[nodiscard]] double load_seconds(bool many_starts) const;

  /// Why the GPU has failed; empty: it has not.
  [[nodiscard]] std::string fault() const;
  /// The GPU is not to be used any more. The first fault stays.
  void fail(const std::string& fault);
  /// Nobody needs the programs any more. Waits until none is being made, unless works are left
  /// (background.h).
  void give_up();

 private:
  struct Slot {
    bool begun = false;
    bool is_made = false;
    std::unique_ptr<GpuProgram> program;
    std::exception_ptr failure;  ///< a bug: std::logic_error
    double seconds = 0;
    std::stop_source stop;
  };
  void make(bool many_starts, const std::stop_token& stop);
  [[nodiscard]] const Slot& slot(bool many_starts) const { return slots_[many_starts ? 1 : 0]; }
  [[nodiscard]] Slot& slot(bool many_starts) { return slots_[many_starts ? 1 : 0]; }

  std::shared_ptr<const GpuDevice> device_;
  GpuCodeMaker make_code_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::array<Slot, 2> slots_;  ///< of the mutex, as is the fault
  std::string fault_;
};

}  // namespace tesuji::runtime
