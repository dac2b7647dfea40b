// Bits of words brought to other places, in LLVM IR. Internal to this layer.
#pragma once

#include "backend/llvm/nets/word_schedule.h"

#include <llvm/IR/IRBuilder.h>

namespace tesuji::llvm_backend {

/// The bits that `gather` takes from its word, `value`, each in its lane; other lanes may be
/// anything. The processor can gather bits (can_gather_bits).
[[nodiscard]] llvm::Value* emit_gather(llvm::IRBuilder<>& build, const Gather& gather,
                                       llvm::Value* value);

}  // namespace tesuji::llvm_backend
