// Generates and compiles a game's GPU programs while other engines play.
//
// The driver compiles large games for up to a minute. A thread of its own does it, so that nothing
// waits, and owns what it needs, even if the game is no longer used. It then ends after the driver
// has compiled the current modules.
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

/// Generates the kernels of a game: for playouts from many start states, or from one. Owns all that
/// it needs; may throw Stopped after a stop request.
using GpuCodeMaker = std::function<GpuCode(bool many_starts, const std::stop_token& stop)>;

/// Thread-safe.
class GpuPrograms : public std::enable_shared_from_this<GpuPrograms> {
 public:
  GpuPrograms(std::shared_ptr<const GpuDevice> device, GpuCodeMaker make_code);
  ~GpuPrograms();
  GpuPrograms(const GpuPrograms&) = delete;
  GpuPrograms& operator=(const GpuPrograms&) = delete;

  /// Starts to make a program in the background, unless that has started before.
  void begin(bool many_starts);
  /// Whether nothing is left to wait for: the program is ready, or the GPU has failed.
  [[nodiscard]] bool is_settled(bool many_starts) const;
  /// Waits until it is ready. Returns null if the GPU has failed, or `unneeded` was requested
  /// before. Throws what GpuCodeMaker threw.
  [[nodiscard]] const GpuProgram* wait_for(bool many_starts, const std::stop_token& unneeded);
  /// Returns how long it took to make it; 0: it is not ready.
  [[nodiscard]] double load_seconds(bool many_starts) const;

  /// Returns why the GPU has failed; empty: it has not failed.
  [[nodiscard]] std::string fault() const;
  /// Stops using the GPU. Keeps the first fault.
  void fail(const std::string& fault);
  /// Gives up the programs. Waits until none is being made, unless background work may be left
  /// running (background.h).
  void give_up();

 private:
  struct Slot {
    bool begun = false;
    bool is_made = false;
    std::unique_ptr<GpuProgram> program;
    std::exception_ptr failure;  ///< a std::logic_error: a bug
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
  std::array<Slot, 2> slots_;  ///< guarded by mutex_, as is the fault
  std::string fault_;
};

}  // namespace tesuji::runtime
