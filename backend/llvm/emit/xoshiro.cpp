#include "backend/llvm/emit/xoshiro.h"

#include <llvm/IR/Intrinsics.h>

namespace tesuji::llvm_backend {
namespace {

/// SplitMix64 (Steele, Lea, Flood 2014): advances `state`, returns a number.
llvm::Value* splitmix(llvm::IRBuilder<>& build, llvm::Value*& state) {
  state = build.CreateAdd(state, build.getInt64(0x9E3779B97F4A7C15U));
  llvm::Value* mix = state;
  const auto step = [&](unsigned shift, std::uint64_t factor) {
    mix =
        build.CreateMul(build.CreateXor(mix, build.CreateLShr(mix, shift)), build.getInt64(factor));
  };
  step(30, 0xBF58476D1CE4E5B9U);
  step(27, 0x94D049BB133111EBU);
  return build.CreateXor(mix, build.CreateLShr(mix, 31));
}

}  // namespace

llvm::Value* rotate_left(llvm::IRBuilder<>& build, llvm::Value* word, std::uint64_t by) {
  return build.CreateIntrinsic(llvm::Intrinsic::fshl, {word->getType()},
                               {word, word, llvm::ConstantInt::get(word->getType(), by)});
}

llvm::Value* mix_seed(llvm::IRBuilder<>& build, llvm::Value* seed) {
  return splitmix(build, seed);
}

XoshiroState seed_xoshiro(llvm::IRBuilder<>& build, llvm::Value* mixed, llvm::Value* number) {
  llvm::Value* of_stream = build.CreateXor(mixed, number);
  llvm::Value* mix = splitmix(build, of_stream);
  XoshiroState state{};
  for (llvm::Value*& word : state) word = splitmix(build, mix);
  return state;
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
