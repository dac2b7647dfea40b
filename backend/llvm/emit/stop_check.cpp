#include "backend/llvm/emit/stop_check.h"

#include "runtime/core/tesuji/abi.h"

#include <llvm/IR/MDBuilder.h>

#include <cstddef>

namespace tesuji::llvm_backend {

void emit_stop_check(Emitter& emit, llvm::BasicBlock* stop) {
  emit_stop_check(emit, emit.at(emit.scratch, offsetof(tsj_scratch, stop)), stop);
}

void emit_stop_check(Emitter& emit, llvm::Value* place, llvm::BasicBlock* stop) {
  // Generated code never writes this pointer; its own alias class states that.
  llvm::LoadInst* flag =
      emit.load(emit.module.pointer, place, emit.module.alias_class("place of the stop flag"));
  llvm::BasicBlock* watched = emit.block("watched");
  llvm::BasicBlock* go_on = emit.block("go.on");
  emit.build.CreateCondBr(emit.build.CreateIsNotNull(flag), watched, go_on);
  emit.continue_in(watched);
  llvm::Value* set = emit.build.CreateLoad(emit.build.getInt8Ty(), flag, /*isVolatile=*/true);
  emit.build.CreateCondBr(emit.build.CreateIsNotNull(set), stop, go_on,
                          llvm::MDBuilder(emit.module.llvm).createUnlikelyBranchWeights());
  emit.continue_in(go_on);
}

}  // namespace tesuji::llvm_backend
