// Generates LLVM IR that moves bits of words to other places. Internal to this layer.
#pragma once

#include "backend/llvm/nets/word_schedule.h"

#include <llvm/IR/IRBuilder.h>

namespace tesuji::llvm_backend {

/// Emits a gather of bits from `value`, each into its lane; other lanes are undefined. Requires a
/// processor that can gather bits (can_gather_bits).
[[nodiscard]] llvm::Value* emit_gather(llvm::IRBuilder<>& build, const Gather& gather,
                                       llvm::Value* value);

}  // namespace tesuji::llvm_backend
