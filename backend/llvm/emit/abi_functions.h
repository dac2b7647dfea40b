// Declares the functions that generated code may call: those of abi.h, memory_abi.h and mem*.
#pragma once

#include <span>

namespace tesuji::llvm_backend {

struct AbiFunction {
  const char* name;
  void* address;
};

/// Returns all functions that the JIT makes visible to generated code.
[[nodiscard]] std::span<const AbiFunction> abi_functions();

}  // namespace tesuji::llvm_backend
