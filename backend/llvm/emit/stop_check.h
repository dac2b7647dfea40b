// Generates the check whether the host wants to stop.
#pragma once

#include "backend/llvm/emit/emitter.h"

namespace tesuji::llvm_backend {

/// Emits a branch to `stop` if the host has set the flag of tsj_scratch::stop, its lowest byte.
/// Reads the flag's address once per function and the flag each time: the cost is a load and a
/// branch that is never taken.
void emit_stop_check(Emitter& emit, llvm::BasicBlock* stop);

/// The same for the flag whose address is stored at `place`, for example in tsj_memory::stop.
void emit_stop_check(Emitter& emit, llvm::Value* place, llvm::BasicBlock* stop);

}  // namespace tesuji::llvm_backend
