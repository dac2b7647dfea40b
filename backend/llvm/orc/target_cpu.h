// Chooses the target processor: the instructions that code may use. Internal to this layer; other
// layers use cpu_features.h.
#pragma once

#include <llvm/MC/MCSubtargetInfo.h>

#include <string>

namespace tesuji::llvm_backend {

/// Processor name and features, in the syntax of LLVM's target machines.
struct TargetCpu {
  std::string name;
  std::string features;
};

/// `cpu` is JitOptions::cpu. Empty: this machine with all its features. Otherwise, also for
/// `native`, code is for files: it uses only features that plugin.h names, so that the loader can
/// check them. Throws std::invalid_argument if LLVM does not know a 64-bit processor of that name.
[[nodiscard]] TargetCpu target_cpu(const std::string& cpu);

/// Whether it is an x86-64 processor with all of these features, such as `+avx2,+bmi2`.
[[nodiscard]] bool has_x86_features(const llvm::MCSubtargetInfo& processor, const char* features);

}  // namespace tesuji::llvm_backend
