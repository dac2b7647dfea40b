// Names of processors as targets of code, and the instructions that they must have.
#pragma once

#include "backend/llvm/orc/jit_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// What code for a processor (JitOptions::cpu) needs: TSJ_CPU_.. of plugin.h. Throws
/// std::invalid_argument where LLVM has no such processor.
[[nodiscard]] std::uint64_t cpu_features(const JitOptions& options);
/// Names of processors that code can be made for, sorted.
[[nodiscard]] std::vector<std::string> cpu_names();

}  // namespace tesuji::llvm_backend
