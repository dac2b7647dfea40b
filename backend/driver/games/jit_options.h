// The driver's options as the JIT wants them.
#pragma once

#include "backend/driver/driver.h"
#include "backend/llvm/plans/jit.h"

#include <chrono>
#include <string_view>

namespace tesuji::driver {

/// Name under which PipelineOptions::after is told what native code of a game took, behind the
/// passes: generating it and LLVM, or reading it from the object cache.
inline constexpr std::string_view code_generation = "code generation and LLVM";

/// Makes code, and tells `after` how long that took.
template <typename Make>
auto timed_code(const ir::Module& module, const Options& options, const Make& make) {
  const auto begin = std::chrono::steady_clock::now();
  auto code = make();
  if (options.pipeline.after) {
    options.pipeline.after(module,
                           {code_generation, std::chrono::steady_clock::now() - begin, false});
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
