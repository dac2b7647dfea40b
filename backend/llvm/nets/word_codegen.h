// Generates LLVM IR for nets by whole words, and for moving bits of words to other places. Internal
// to this layer.
#pragma once

#include "backend/llvm/nets/word_schedule.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Emits a gather of bits from `value`, each into its lane; other lanes are undefined. The
/// processor must be able to do it like this (gather_by).
[[nodiscard]] llvm::Value* emit_gather(llvm::IRBuilder<>& build, const Gather& gather,
                                       llvm::Value* value, GatherBy by = GatherBy::one_instruction);

/// Returns how the processor gathers bits fastest.
[[nodiscard]] GatherBy gather_by(const llvm::TargetMachine& machine);

/// Creates a function (state, moves, scratch, out) without a body: a part of a question.
[[nodiscard]] llvm::Function* new_part(llvm::Module& module, const std::string& name);

/// Emits functions to be called in order; each bitwise-ORs its part of the answer into `out`. They
/// need one word of scratch memory per pack.
[[nodiscard]] std::vector<llvm::Function*> emit_word_parts(llvm::Module& module,
                                                           const WordSchedule& schedule,
                                                           const std::string& symbol);

}  // namespace tesuji::llvm_backend
