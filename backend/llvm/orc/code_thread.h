// Runs LLVM on a thread with a large stack, because its passes recurse deeply on long functions.
#pragma once

#include <functional>

namespace tesuji::llvm_backend {

/// Calls `work()` with a stack of 64 MiB and waits; rethrows its exceptions. Throws
/// std::system_error if memory or a thread is not available.
void with_large_stack(const std::function<void()>& work);

}  // namespace tesuji::llvm_backend
