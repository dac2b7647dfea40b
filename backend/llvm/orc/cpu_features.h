// Lists the processors for which code can be made, and the instructions that code needs. The
// functions are in target_cpu.cpp.
#pragma once

#include "backend/llvm/orc/jit_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Returns the features that code for a processor (JitOptions::cpu) needs: TSJ_CPU_.. of plugin.h.
/// Throws std::invalid_argument if LLVM does not know the processor.
[[nodiscard]] std::uint64_t cpu_features(const JitOptions& options);
/// Returns the names of the processors for which code can be made, sorted.
[[nodiscard]] std::vector<std::string> cpu_names();

}  // namespace tesuji::llvm_backend
