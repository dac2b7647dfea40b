// Converts the driver's options to those of the JIT.
#pragma once

#include "backend/driver/session.h"
#include "backend/llvm/plans/jit.h"

#include <chrono>

namespace tesuji::driver {

/// Makes code, and tells PipelineOptions::after_code how long that took.
template <typename Make>
auto timed_code(const Options& options, const Make& make) {
  const auto begin = std::chrono::steady_clock::now();
  auto code = make();
  if (options.pipeline.after_code) {
    options.pipeline.after_code(std::chrono::steady_clock::now() - begin);
  }
  return code;
}

[[nodiscard]] inline llvm_backend::JitOptions jit_options(const Options& options) {
  llvm_backend::JitOptions jit;
  jit.tier = options.fast_tier ? llvm_backend::JitOptions::Tier::fast
                               : llvm_backend::JitOptions::Tier::optimised;
  jit.verify = options.pipeline.verify_each;
  jit.cache = options.cache;
  return jit;
}

}  // namespace tesuji::driver
