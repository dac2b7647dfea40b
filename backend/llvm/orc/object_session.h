// Makes object code executable: one ORC session of object files, which can call only the functions
// that they are given. Internal to this layer.
#pragma once

#include "backend/llvm/emit/abi_functions.h"
#include "backend/llvm/orc/object_file.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>

#include <memory>
#include <span>
#include <string>

namespace tesuji::llvm_backend {

/// Unloads the code when it is destroyed. Throws std::runtime_error with ORC's
/// message where the object does not link, or a symbol is missing.
class ObjectSession {
 public:
  ObjectSession(const ObjectFile& object, std::span<const AbiFunction> visible);

  /// One more object. It may define no symbol that another defines, and call those of others.
  void add(const ObjectFile& object);

  /// The address of a symbol that an object defines.
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
