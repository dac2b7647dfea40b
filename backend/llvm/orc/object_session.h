// Makes object code executable: an ORC session of object files that can call only the functions
// given to it, at most those of abi.h, memory_abi.h and mem*. Internal to this layer.
#pragma once

#include "backend/llvm/orc/jit_options.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>

#include <memory>
#include <span>
#include <string>

namespace tesuji::llvm_backend {

struct AbiFunction {
  const char* name;
  void* address;
};

/// Returns all functions that the JIT makes visible to generated code.
[[nodiscard]] std::span<const AbiFunction> abi_functions();

/// Unloads the code in its destructor. Throws std::runtime_error with ORC's message if the object
/// does not link or a symbol is missing.
class ObjectSession {
 public:
  ObjectSession(const ObjectFile& object, std::span<const AbiFunction> visible);

  /// Adds an object. It must not define a symbol that another object defines, and may call those of
  /// others.
  void add(const ObjectFile& object);

  /// Returns the address of a symbol that an object defines.
  template <typename Function>
  [[nodiscard]] Function lookup(const std::string& symbol) const {
    return address(symbol).toPtr<Function>();
  }

 private:
  [[nodiscard]] llvm::orc::ExecutorAddr address(const std::string& symbol) const;

  std::unique_ptr<llvm::orc::LLJIT> jit_;
  llvm::orc::JITDylib* code_ = nullptr;
};

}  // namespace tesuji::llvm_backend
