// Compiles a game's kernels with a GPU's driver, while other engines play.
//
// The driver compiles large games for up to a minute. A thread of its own does it, so that nothing
// waits, and owns what it needs, even if the game is no longer used. It then ends after the driver
// has compiled the current modules.
#pragma once

#include "runtime/core/tesuji/gpu_lanes.h"
#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/gpu/gpu_device.h"

#include <array>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tesuji::runtime {

class GpuProgram {
 public:
  /// Passes modules to the driver from as many threads as there are processors. Throws GpuError,
  /// and Stopped if `stop` is requested before all are compiled.
  GpuProgram(const GpuDevice& device, const GpuCode& code, const std::stop_token& stop = {});

  [[nodiscard]] const KernelNeeds& needs() const { return needs_; }
  /// Whether each tick launches a kernel for each part, instead of one kernel that runs many ticks.
  [[nodiscard]] bool has_parts() const { return !parts_.empty(); }
  [[nodiscard]] std::uint64_t tile_bytes() const { return tile_words_ * sizeof(std::uint64_t); }
  /// Returns the number of threads per multiprocessor, in groups of TSJ_GPU_GROUP, that plays
  /// fastest.
  [[nodiscard]] std::uint64_t best_threads() const;

  /// Returns the words of the table with the lanes' start state, used by kernels for one start
  /// state.
  [[nodiscard]] std::uint64_t pattern_words() const { return pattern_words_; }
  void write_pattern(std::span<const std::uint32_t> pattern) const;

  /// Device memory that kernels work on.
  struct Memory {
    cuda::Address tiles = 0;
    cuda::Address order = 0;    ///< of a tsj_gpu_order
    cuda::Address status = 0;   ///< of a tsj_gpu_status
    std::uint64_t threads = 0;  ///< as in the order
  };
  /// Launches kernels for this many ticks, rounded up to where the first phase is next; returns the
  /// number of launches.
  std::uint64_t make_ticks(const GpuStream& stream, const Memory& memory,
                           std::uint32_t ticks) const;
  /// Counts what was deferred, after the last game is over.
  void settle(const GpuStream& stream, const Memory& memory) const;

 private:
  static void launch(const GpuStream& stream, cuda::Function kernel, const Memory& memory,
                     std::uint32_t number);

  std::vector<std::unique_ptr<GpuModule>> modules_;
  cuda::Function play_ = nullptr;
  std::vector<std::vector<cuda::Function>> parts_;  ///< by phase
  std::string pattern_name_;
  std::uint64_t pattern_words_;
  std::uint64_t tile_words_;
  KernelNeeds needs_;
};

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
