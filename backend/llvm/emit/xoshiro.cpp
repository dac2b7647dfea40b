#include "backend/llvm/emit/xoshiro.h"

#include <llvm/IR/Intrinsics.h>

namespace tesuji::llvm_backend {

llvm::Value* rotate_left(llvm::IRBuilder<>& build, llvm::Value* word, std::uint64_t by) {
  return build.CreateIntrinsic(llvm::Intrinsic::fshl, {word->getType()},
                               {word, word, llvm::ConstantInt::get(word->getType(), by)});
}

void advance_xoshiro(llvm::IRBuilder<>& build, XoshiroState& state) {
  llvm::Value* const shifted = build.CreateShl(state[1], 17);
  state[2] = build.CreateXor(state[2], state[0]);
  state[3] = build.CreateXor(state[3], state[1]);
  state[1] = build.CreateXor(state[1], state[2]);
  state[0] = build.CreateXor(state[0], state[3]);
  state[2] = build.CreateXor(state[2], shifted);
  state[3] = rotate_left(build, state[3], 45);
}

}  // namespace tesuji::llvm_backend
