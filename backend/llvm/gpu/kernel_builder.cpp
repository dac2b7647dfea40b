#include "backend/llvm/gpu/kernel_builder.h"

#include "runtime/core/tesuji/gpu_lanes.h"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <cstddef>

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

std::uint64_t TileLayout::take(std::uint64_t count) {
  const std::uint64_t first = words;
  words += std::max<std::uint64_t>(count, 1);
  return first;
}

void Tile::enter(KernelBuilder& build, llvm::Function& kernel, const TileLayout& layout,
                 KernelTarget target) {
  llvm::Value* thread = build.CreateZExt(thread_number(build, kernel, target), build.getInt64Ty());
  llvm::Value* threads = build.CreateAlignedLoad(
      build.getInt64Ty(), build.beyond(kernel.getArg(1), offsetof(tsj_gpu_order, threads)),
      llvm::Align(8));
  llvm::BasicBlock* none = build.block("none");
  llvm::BasicBlock* some = build.block("some");
  build.CreateCondBr(build.CreateICmpULT(thread, threads), some, none);
  build.SetInsertPoint(none);
  build.CreateRetVoid();
  build.SetInsertPoint(some);
  llvm::Value* tile = build.CreateUDiv(thread, build.getInt64(TSJ_GPU_WARP));
  llvm::Value* lane = build.CreateURem(thread, build.getInt64(TSJ_GPU_WARP));
  llvm::Value* base =
      build.CreateInBoundsGEP(build.getInt8Ty(), kernel.getArg(0),
                              build.CreateMul(tile, build.getInt64(layout.words * TSJ_GPU_STRIDE)));
  const auto of_lane = [&](std::uint64_t bytes) {
    return build.CreateInBoundsGEP(build.getInt8Ty(), base,
                                   build.CreateMul(lane, build.getInt64(bytes)));
  };
  words_ = of_lane(sizeof(std::uint64_t));
  halves_ = of_lane(sizeof(std::uint32_t));
}

WordArray Tile::words(KernelBuilder& build, std::uint64_t at) const {
  return {build.beyond(words_, at * TSJ_GPU_STRIDE), TSJ_GPU_STRIDE};
}

WordArray Tile::halves(KernelBuilder& build, std::uint64_t at, std::uint64_t count) const {
  constexpr std::uint64_t stride = TSJ_GPU_STRIDE / 2;
  return {build.beyond(halves_, at * TSJ_GPU_STRIDE), stride, stride * count};
}

}  // namespace tesuji::llvm_backend
