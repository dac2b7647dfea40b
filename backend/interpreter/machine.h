// Runs compiled strata on one state.
#pragma once

#include "backend/interpreter/bytecode.h"
#include "backend/interpreter/stencils/code/context.h"
#include "runtime/core/tesuji/abi.h"

namespace tesuji::interpreter {

/// Work charged for a step and for a place (runtime/host/standby/work_scope.h).
inline constexpr std::uint64_t work_of_step = 20;
inline constexpr std::uint64_t work_of_place = 1;
/// Work charged for a step of machine code.
inline constexpr std::uint64_t work_of_code_step = 2;

/// Enters machine code (stencils.c).
using Enter = std::int32_t (*)(tsj_stencil_context* context, char* registers, char* state,
                               char* scratch, char* out, const void* code);

/// The data of one call of an entry.
struct Frame : tsj_stencil_context {
  Frame();

  Register* registers = nullptr;  ///< as many as the widest plan needs, aligned to 8 bytes
  std::array<std::uintptr_t, area_count> areas{};
  tsj_scratch* scratch = nullptr;
  std::int32_t status = TSJ_OK;
  std::int64_t interval = 1;  ///< steps from the last check whether to stop to the next
  std::uint64_t polls_left = ~std::uint64_t{0};  ///< polls until it stops by itself
  std::uint64_t work_of_step = interpreter::work_of_step;
  std::uint64_t walked = 0;  ///< places without a match since the last check whether to stop

  /// Trials of every instruction of the program, by CompiledPlan::first_trial; null: not counted.
  std::uint64_t* all_trials = nullptr;
  std::uint64_t* trials = nullptr;    ///< of the running plan
  const Instruction* code = nullptr;  ///< its first instruction

  [[nodiscard]] std::uint64_t* at(const Words& words) const {
    // Areas are integers so that constants, which may lie anywhere, need no branch.
    return reinterpret_cast<std::uint64_t*>(areas[static_cast<std::size_t>(words.area)] +
                                            words.offset);
  }
};

/// Steps since the last check whether to stop.
[[nodiscard]] inline std::uint64_t steps_taken(const Frame& frame) {
  return static_cast<std::uint64_t>(frame.interval - frame.until_poll);
}

/// Steps between two checks whether to stop. A step is about one match; in machine code, one place
/// that a loop visits.
inline constexpr std::uint32_t poll_interval = 4096;

/// Places between two checks whether to stop, for walks over places that need not match.
inline constexpr std::uint64_t walk_interval = std::uint64_t{1} << 20;

/// Runs machine code and sets frame.status. `frame.top` must have room for calls.
void run_code(Enter enter, const void* code, Frame& frame);

/// Empties the stratum's relations and computes them. Stops early and sets frame.status if a limit
/// is reached or the host wants to stop.
void run_stratum(const CompiledStratum& stratum, Frame& frame);

}  // namespace tesuji::interpreter
