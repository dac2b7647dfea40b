#include "backend/llvm/nets/random_codegen.h"

#include "backend/llvm/emit/word_bits.h"
#include "backend/llvm/emit/xoshiro.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <cstddef>

namespace tesuji::llvm_backend {

llvm::BasicBlock* RandomEmitter::block(const char* name) {
  return llvm::BasicBlock::Create(function_.getContext(), name, &function_);
}

llvm::Value* RandomEmitter::number(llvm::Value* words) {
  llvm::Type* const i64 = build_.getInt64Ty();
  const auto word_at = [&](std::size_t i) {
    return build_.CreateConstInBoundsGEP1_64(i64, words, i);
  };
  XoshiroState s{};
  for (std::size_t i = 0; i < s.size(); ++i) s[i] = build_.CreateLoad(i64, word_at(i));
  llvm::Value* const result = build_.CreateMul(
      rotate_left(build_, build_.CreateMul(s[1], build_.getInt64(5)), 7), build_.getInt64(9));
  advance_xoshiro(build_, s);
  for (std::size_t i = 0; i < s.size(); ++i) build_.CreateStore(s[i], word_at(i));
  return result;
}

llvm::Value* RandomEmitter::rank(llvm::Value* words, llvm::Value* count) {
  llvm::BasicBlock* const from = build_.GetInsertBlock();
  llvm::BasicBlock* const several = block("several");
  llvm::BasicBlock* const rejecting = block("rejecting");
  llvm::BasicBlock* const again = block("again");
  llvm::BasicBlock* const drawn = block("drawn");
  build_.CreateCondBr(build_.CreateICmpEQ(count, build_.getInt64(1)), drawn, several);

  llvm::Type* const i64 = build_.getInt64Ty();
  llvm::Type* const i128 = build_.getInt128Ty();
  const auto product = [&] {
    return build_.CreateMul(build_.CreateZExt(number(words), i128), build_.CreateZExt(count, i128));
  };
  const auto high = [&](llvm::Value* value) {
    return build_.CreateTrunc(build_.CreateLShr(value, word_bits), i64);
  };
  build_.SetInsertPoint(several);
  llvm::Value* const first = product();
  llvm::Value* const low = build_.CreateTrunc(first, i64);
  llvm::Value* const first_rank = high(first);
  llvm::MDNode* const seldom = llvm::MDBuilder(build_.getContext()).createBranchWeights(1, 1000);
  build_.CreateCondBr(build_.CreateICmpULT(low, count), rejecting, drawn, seldom);

  build_.SetInsertPoint(rejecting);
  llvm::Value* const threshold = build_.CreateURem(build_.CreateNeg(count), count);
  llvm::BasicBlock* const trying = block("trying");
  build_.CreateBr(trying);
  build_.SetInsertPoint(trying);
  llvm::PHINode* const tried = build_.CreatePHI(i128, 2);
  tried->addIncoming(first, rejecting);
  llvm::Value* const tried_rank = high(tried);
  build_.CreateCondBr(build_.CreateICmpULT(build_.CreateTrunc(tried, i64), threshold), again,
                      drawn);
  build_.SetInsertPoint(again);
  tried->addIncoming(product(), again);
  build_.CreateBr(trying);

  build_.SetInsertPoint(drawn);
  llvm::PHINode* const rank = build_.CreatePHI(i64, 3);
  rank->addIncoming(build_.getInt64(0), from);
  rank->addIncoming(first_rank, several);
  rank->addIncoming(tried_rank, trying);
  return rank;
}

}  // namespace tesuji::llvm_backend
