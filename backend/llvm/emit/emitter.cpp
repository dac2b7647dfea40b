#include "backend/llvm/emit/emitter.h"

#include "runtime/core/tesuji/abi.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <cstddef>

namespace tesuji::llvm_backend {

Emitter::Emitter(ModuleContext& module_in, llvm::Function& function_in)
    : module(module_in),
      function(function_in),
      build(llvm::BasicBlock::Create(module_in.llvm, "entry", &function_in)),
      scratch(function_in.getArg(0)),
      state(function_in.getArg(1)),
      out(function_in.getArg(2)) {
  scratch->setName("scratch");
  state->setName("state");
  out->setName("out");
}

llvm::BasicBlock* Emitter::block(const llvm::Twine& name) {
  return llvm::BasicBlock::Create(module.llvm, name, &function);
}

void Emitter::require(llvm::Value* condition, llvm::BasicBlock* fail) {
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    if (known->isZero()) give_up(fail);
    return;
  }
  llvm::BasicBlock* holds = block("holds");
  build.CreateCondBr(condition, holds, fail);
  continue_in(holds);
}

void Emitter::give_up(llvm::BasicBlock* fail) {
  build.CreateBr(fail);
  continue_in(block("unreached"));
}

llvm::Value* Emitter::counted_loop(llvm::Value* begin, llvm::Value* end, llvm::BasicBlock*& fail,
                                   const llvm::Twine& name) {
  return emit_loop(
      *this, begin, name, [&](llvm::Value* index) { return build.CreateICmpULT(index, end); },
      [&](llvm::Value* index) {
        return build.CreateAdd(index, llvm::ConstantInt::get(begin->getType(), 1), "", true, true);
      },
      fail);
}

llvm::Value* Emitter::bit_loop(llvm::Value* word, llvm::BasicBlock*& fail) {
  llvm::Value* left = emit_loop(
      *this, word, "bits", [&](llvm::Value* bits) { return build.CreateIsNotNull(bits); },
      [&](llvm::Value* bits) {
        return build.CreateAnd(bits,
                               build.CreateSub(bits, llvm::ConstantInt::get(bits->getType(), 1)));
      },
      fail);
  return build.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, build.getTrue(), nullptr, "bit");
}

llvm::Value* Emitter::at(llvm::Value* base, std::uint64_t bytes) {
  if (bytes == 0) return base;
  return build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, bytes);
}

llvm::LoadInst* Emitter::load(llvm::Type* type, llvm::Value* address, llvm::MDNode* tag) {
  llvm::LoadInst* loaded = build.CreateLoad(type, address);
  loaded->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
  return loaded;
}

void Emitter::store(llvm::Value* value, llvm::Value* address, llvm::MDNode* tag) {
  build.CreateStore(value, address)->setMetadata(llvm::LLVMContext::MD_tbaa, tag);
}

llvm::Value* Emitter::constant_element(llvm::GlobalVariable* array, llvm::Value* index,
                                       llvm::IntegerType* wide, std::uint64_t size) {
  auto* type = llvm::cast<llvm::IntegerType>(
      llvm::cast<llvm::ArrayType>(array->getValueType())->getElementType());
  llvm::Value* address =
      build.CreateInBoundsGEP(array->getValueType(), array, {number64(0), index});
  llvm::LoadInst* loaded = load(type, address, module.alias_class("constants"));
  loaded->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module.llvm, {}));
  if (size != 0 && llvm::isUIntN(type->getBitWidth(), size)) {
    loaded->setMetadata(llvm::LLVMContext::MD_range, module.range(type, size));
  }
  return build.CreateZExt(loaded, wide);
}

llvm::ConstantInt* Emitter::number32(std::uint64_t value) const {
  return llvm::ConstantInt::get(module.i32, value);
}

llvm::ConstantInt* Emitter::number64(std::uint64_t value) const {
  return llvm::ConstantInt::get(module.i64, value);
}

llvm::Value* Emitter::mixed_radix(const std::vector<llvm::Value*>& positions,
                                  const std::vector<std::uint64_t>& strides) {
  llvm::Value* sum = number64(0);
  std::uint64_t constant = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] == nullptr) continue;
    if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(positions[i])) {
      constant += known->getZExtValue() * strides[i];
      continue;
    }
    llvm::Value* digit = wide(positions[i]);
    if (strides[i] != 1) digit = build.CreateMul(digit, number64(strides[i]), "", true, true);
    sum = llvm::isa<llvm::ConstantInt>(sum) ? digit : build.CreateAdd(sum, digit, "", true, true);
  }
  if (llvm::isa<llvm::ConstantInt>(sum)) return number64(constant);
  return constant == 0 ? sum : build.CreateAdd(sum, number64(constant), "", true, true);
}

llvm::Value* Emitter::slot(std::size_t count) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  return at_entry.CreateAlloca(llvm::ArrayType::get(module.i32, std::max<std::size_t>(count, 1)),
                               nullptr, "row");
}

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
