// Maps the variables of a plan to LLVM values while its function is built.
#pragma once

#include "backend/llvm/emit/emitter.h"

#include <vector>

namespace tesuji::llvm_backend {

/// A bound variable.
struct Register {
  llvm::Value* value = nullptr;  ///< position (i32) in `domain`; nullptr: not bound
  ir::DomainId domain = ir::no_id;
  llvm::BasicBlock* next = nullptr;  ///< next iteration of the loop that bound it
  std::size_t order = 0;             ///< later binders have higher numbers
};

/// By VariableId.
using Registers = std::vector<Register>;

}  // namespace tesuji::llvm_backend
