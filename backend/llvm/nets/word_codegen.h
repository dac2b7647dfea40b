// Generates LLVM IR for nets by whole words. Internal to this layer.
#pragma once

#include "backend/llvm/nets/word_schedule.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Whether the processor has the instruction that gathers bits.
[[nodiscard]] bool can_gather_bits(const llvm::TargetMachine& machine);

/// A function (state, moves, scratch, out) without code: a part of a question.
[[nodiscard]] llvm::Function* new_part(llvm::Module& module, const std::string& name);

/// Parts, to be called one after the other, which or the answer into `out`. They need a word of
/// scratch memory for each pack.
[[nodiscard]] std::vector<llvm::Function*> emit_word_parts(llvm::Module& module,
                                                           const WordSchedule& schedule,
                                                           const std::string& symbol);

}  // namespace tesuji::llvm_backend
