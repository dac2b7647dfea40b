// Runs LLVM on a thread with a large stack, because its passes recurse deeply on long functions.
#pragma once

#include <functional>

namespace tesuji::llvm_backend {

/// Calls `work()` with a stack of 64 MiB and waits; exceptions arrive at the caller. Throws
/// std::system_error where there is no memory or thread to be had for it.
void with_large_stack(const std::function<void()>& work);

}  // namespace tesuji::llvm_backend
