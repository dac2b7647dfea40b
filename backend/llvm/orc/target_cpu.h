// The processor that code is made for: which instructions it may use. Internal to this layer;
// cpu_features.h is for others.
#pragma once

#include <llvm/MC/MCSubtargetInfo.h>

#include <string>

namespace tesuji::llvm_backend {

/// As LLVM's target machines take them.
struct TargetCpu {
  std::string name;
  std::string features;
};

/// `cpu` is JitOptions::cpu. Empty: this machine, with all that it can do. For others, `native`
/// among them, code is for files: it only uses what plugin.h has a name for, so that whoever loads
/// it can check. Throws std::invalid_argument where LLVM knows no such 64-bit processor.
[[nodiscard]] TargetCpu target_cpu(const std::string& cpu);

/// Whether it is an x86-64 processor with all of these features, such as `+avx2,+bmi2`.
[[nodiscard]] bool has_x86_features(const llvm::MCSubtargetInfo& processor, const char* features);

}  // namespace tesuji::llvm_backend
