// Runs LLVM on a thread of its own: its passes recurse deeply on long functions.
#pragma once

#include <exception>
#include <optional>
#include <utility>

// Uses std::exchange without including it.
#include <llvm/Support/thread.h>

namespace tesuji::llvm_backend {

inline constexpr unsigned code_stack_bytes = 64U << 20U;

/// Calls `work()` with a large stack and waits; exceptions arrive at the caller.
template <typename Work>
void with_large_stack(Work&& work) {
  std::exception_ptr failure;
  llvm::thread thread(std::optional<unsigned>(code_stack_bytes), [&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tesuji::llvm_backend
