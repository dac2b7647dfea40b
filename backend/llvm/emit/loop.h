// Emits loops over one variable.
#pragma once

#include "backend/llvm/emit/emitter.h"

namespace tesuji::llvm_backend {

/// Emits `for (variable = first; holds(variable); variable = next(variable))` by the convention of
/// emitter.h. Both functions emit code: `holds` before each iteration, `next` after it.
template <typename Holds, typename Next>
llvm::PHINode* emit_loop(Emitter& emit, llvm::Value* first, const llvm::Twine& name,
                         const Holds& holds, const Next& next, llvm::BasicBlock*& fail) {
  llvm::BasicBlock* before = emit.build.GetInsertBlock();
  llvm::BasicBlock* header = emit.block(name + ".header");
  llvm::BasicBlock* body = emit.block(name + ".body");
  llvm::BasicBlock* latch = emit.block(name + ".next");
  emit.build.CreateBr(header);
  emit.continue_in(header);
  llvm::PHINode* variable = emit.build.CreatePHI(first->getType(), 2, name);
  variable->addIncoming(first, before);
  emit.build.CreateCondBr(holds(variable), body, fail);
  emit.continue_in(latch);
  variable->addIncoming(next(variable), latch);
  emit.build.CreateBr(header);
  emit.continue_in(body);
  fail = latch;
  return variable;
}

}  // namespace tesuji::llvm_backend
