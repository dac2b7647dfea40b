// The driver's options as the JIT wants them.
#pragma once

#include "backend/driver/driver.h"
#include "backend/llvm/plans/jit.h"

namespace tesuji::driver {

[[nodiscard]] inline llvm_backend::JitOptions jit_options(const Options& options) {
  llvm_backend::JitOptions jit;
  jit.tier = options.fast_tier ? llvm_backend::JitOptions::Tier::fast
                               : llvm_backend::JitOptions::Tier::optimised;
  jit.verify = options.pipeline.verify_each;
  jit.cache = options.cache;
  return jit;
}

}  // namespace tesuji::driver
