#include "backend/llvm/gpu/kernel_builder.h"

#include <llvm/IR/Intrinsics.h>

namespace tesuji::llvm_backend {

llvm::Value* KernelBuilder::place(const WordArray& array, std::uint64_t index) {
  return CreateConstInBoundsGEP1_64(getInt8Ty(), array.base, index * array.stride);
}

llvm::Value* KernelBuilder::place(const WordArray& array, llvm::Value* index) {
  return CreateInBoundsGEP(getInt8Ty(), array.base, CreateMul(index, getInt64(array.stride)));
}

WordArray KernelBuilder::from(const WordArray& array, std::uint64_t index) {
  return {place(array, index), array.stride, array.upper};
}

WordArray KernelBuilder::variables(std::uint64_t count, const std::string& name) {
  llvm::IRBuilder<> entry(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  llvm::Type* type = llvm::ArrayType::get(getInt64Ty(), count);
  const WordArray array{entry.CreateAlloca(type, nullptr, name), 8};
  for (std::uint64_t i = 0; i < count; ++i) store(getInt64(0), array, i);
  return array;
}

WordArray KernelBuilder::stack(std::uint64_t count, const std::string& name) {
  llvm::IRBuilder<> entry(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  llvm::Type* type = llvm::ArrayType::get(getInt32Ty(), 2 * count);
  return {entry.CreateAlloca(type, nullptr, name), 4, 4 * count};
}

llvm::Value* KernelBuilder::popcount(llvm::Value* word) {
  return CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, word);
}

llvm::Value* KernelBuilder::lowest_bit(llvm::Value* word) {
  return CreateIntrinsic(llvm::Intrinsic::cttz, {word->getType()}, {word, getTrue()});
}

llvm::Value* KernelBuilder::atomic(llvm::AtomicRMWInst::BinOp operation, llvm::Value* address,
                                   llvm::Value* value) {
  return CreateAtomicRMW(operation, address, value, llvm::MaybeAlign(8),
                         llvm::AtomicOrdering::Monotonic);
}

}  // namespace tesuji::llvm_backend
