// Generates the check of the host's request to stop.
#pragma once

#include "backend/llvm/emit/emitter.h"

namespace tesuji::llvm_backend {

/// Goes to `stop` where the host has set the flag of tsj_scratch::stop, its lowest byte. The place
/// of the flag is read once a function, the flag every time: a load and a branch that is never
/// taken.
void emit_stop_check(Emitter& emit, llvm::BasicBlock* stop);

/// The same with the flag whose address is at `place`, for example in tsj_memory::stop.
void emit_stop_check(Emitter& emit, llvm::Value* place, llvm::BasicBlock* stop);

}  // namespace tesuji::llvm_backend
