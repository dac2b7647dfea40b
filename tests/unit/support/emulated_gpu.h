// A GPU that is none: its driver's functions over the machine's own memory, with kernels that were
// compiled for the processor. Launches run when their stream is waited for. Functions fail when
// told to.
#pragma once

#include "backend/llvm/gpu/gpu_lanes.h"
#include "runtime/host/gpu/cuda_functions.h"
#include "runtime/host/gpu/gpu_playouts.h"
#include "runtime/host/gpu/gpu_questions.h"

#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <string>

namespace tesuji::tests {

/// What the emulated driver is to do, and what it was asked. For one test at a time.
struct EmulatedDriver {
  std::string failing;   ///< the function that fails, by its member's name; empty: none
  int calls_before = 0;  ///< calls of it that succeed first
  int error = 2;         ///< what it returns then
  int multiprocessors = 2;
  int groups = 1;  ///< of a kernel, on each
  /// Modules are compiled once it has been counted down; null: at once.
  std::shared_ptr<std::latch> compiler;
  std::atomic<std::uint64_t> loads{0};  ///< modules that were given to the compiler
  std::atomic<std::uint64_t> launches{0};
  std::atomic<std::uint64_t> failures{0};    ///< calls of `failing` that failed
  std::atomic<std::int64_t> allocations{0};  ///< that have not been released
  bool freed_in_use = false;  ///< memory or a stream was released while launches were to be run
};

/// In its initial state again, once work in the background has ended.
EmulatedDriver& reset_emulated_driver();

/// Contexts that are pushed and not popped.
[[nodiscard]] int emulated_contexts();

[[nodiscard]] const runtime::cuda::Functions& emulated_functions();

/// Kernels of a game, as code that the emulated driver knows; compiled once, when they are first
/// asked for.
[[nodiscard]] runtime::GpuCodeMaker emulated_code(
    ir::LaneGame game, runtime::GpuStates states = runtime::GpuStates::chosen);

/// The questions by kernels that the emulated driver knows; all but their counts.
[[nodiscard]] runtime::LaneQuestionCode emulated_questions(const ir::LaneQuestions& questions);

}  // namespace tesuji::tests
