#include "backend/llvm/nets/bit_gather.h"

#include <llvm/IR/IntrinsicsX86.h>

namespace tesuji::llvm_backend {

llvm::Value* emit_gather(llvm::IRBuilder<>& build, const Gather& gather, llvm::Value* value) {
  llvm::Type* const i64 = build.getInt64Ty();
  if (gather.rotation) {
    if (*gather.rotation == 0) return value;
    return build.CreateIntrinsic(llvm::Intrinsic::fshr, {i64},
                                 {value, value, build.getInt64(*gather.rotation)});
  }
  auto* const bytes = llvm::FixedVectorType::get(build.getInt8Ty(), 64);
  llvm::Value* const word = build.CreateBitCast(build.CreateVectorSplat(8, value), bytes);
  llvm::Constant* const index = llvm::ConstantDataVector::get(
      build.getContext(), llvm::ArrayRef<std::uint8_t>(gather.bits.data(), 64));
  llvm::Value* const mask =
      build.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpshufbitqmb_512, {}, {word, index});
  return build.CreateBitCast(mask, i64);
}

}  // namespace tesuji::llvm_backend
