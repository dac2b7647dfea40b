// Builds one LLVM function from the few control-flow patterns that matchers use: conditions, loops,
// and the check whether the host wants to stop.
//
// Convention of all emitting code: the builder stands where the next operation belongs; `fail` is
// the block to branch to if it does not hold. An operation that loops creates its own "next
// iteration" block and sets `fail` to it, so that a later failure continues the innermost loop.
#pragma once

#include "backend/llvm/emit/module_context.h"

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace tesuji::llvm_backend {

class Emitter {
 public:
  /// Starts in a new entry block of `function`, whose arguments are scratch, state, out.
  Emitter(ModuleContext& module_in, llvm::Function& function_in);

  ModuleContext& module;
  llvm::Function& function;
  llvm::IRBuilder<> build;
  llvm::Argument* scratch = nullptr;
  llvm::Argument* state = nullptr;
  llvm::Argument* out = nullptr;

  [[nodiscard]] llvm::BasicBlock* block(const llvm::Twine& name);
  void continue_in(llvm::BasicBlock* block) { build.SetInsertPoint(block); }
  /// Continues if `condition` holds, else branches to `fail`.
  void require(llvm::Value* condition, llvm::BasicBlock* fail);
  /// Branches to `fail`; code emitted after it is unreachable.
  void give_up(llvm::BasicBlock* fail);

  /// Emits the loop `for (index = begin; index < end; ++index)`; the index has their type.
  [[nodiscard]] llvm::Value* counted_loop(llvm::Value* begin, llvm::Value* end,
                                          llvm::BasicBlock*& fail, const llvm::Twine& name);
  /// Emits a loop over the set bits of the i64 `word`, ascending; returns the bit's number, an i64.
  [[nodiscard]] llvm::Value* bit_loop(llvm::Value* word, llvm::BasicBlock*& fail);

  /// Returns the address `base` plus `bytes`.
  [[nodiscard]] llvm::Value* at(llvm::Value* base, std::uint64_t bytes);
  [[nodiscard]] llvm::LoadInst* load(llvm::Type* type, llvm::Value* address, llvm::MDNode* tag);
  void store(llvm::Value* value, llvm::Value* address, llvm::MDNode* tag);
  /// Loads an element of a constant array, extended to `wide`; `size` bounds it (0: unknown).
  [[nodiscard]] llvm::Value* constant_element(llvm::GlobalVariable* array, llvm::Value* index,
                                              llvm::IntegerType* wide, std::uint64_t size);

  [[nodiscard]] llvm::ConstantInt* number32(std::uint64_t value) const;
  [[nodiscard]] llvm::ConstantInt* number64(std::uint64_t value) const;
  [[nodiscard]] llvm::Value* wide(llvm::Value* value) {
    return build.CreateZExt(value, module.i64);
  }
  [[nodiscard]] llvm::Value* narrow(llvm::Value* value) {
    return build.CreateTrunc(value, module.i32);
  }
  /// Returns the sum of positions times strides over the given columns, an i64.
  [[nodiscard]] llvm::Value* mixed_radix(const std::vector<llvm::Value*>& positions,
                                         const std::vector<std::uint64_t>& strides);
  /// Returns a stack slot for `count` 32-bit numbers, allocated in the entry block.
  [[nodiscard]] llvm::Value* slot(std::size_t count);
};

/// Emits `for (variable = first; holds(variable); variable = next(variable))` by the convention
/// above. Both functions emit code: `holds` before each iteration, `next` after it.
template <typename Holds, typename Next>
llvm::PHINode* emit_loop(Emitter& emit, llvm::Value* first, const llvm::Twine& name,
                         const Holds& holds, const Next& next, llvm::BasicBlock*& fail) {
  llvm::BasicBlock* before = emit.build.GetInsertBlock();
  llvm::BasicBlock* header = emit.block(name + ".header");
  llvm::BasicBlock* body = emit.block(name + ".body");
  llvm::BasicBlock* latch = emit.block(name + ".next");
  emit.build.CreateBr(header);
  emit.continue_in(header);
  llvm::PHINode* variable = emit.build.CreatePHI(first->getType(), 2, name);
  variable->addIncoming(first, before);
  emit.build.CreateCondBr(holds(variable), body, fail);
  emit.continue_in(latch);
  variable->addIncoming(next(variable), latch);
  emit.build.CreateBr(header);
  emit.continue_in(body);
  fail = latch;
  return variable;
}

/// Emits a branch to `stop` if the host has set the flag of tsj_scratch::stop, its lowest byte.
/// Reads the flag's address once per function and the flag each time: the cost is a load and a
/// branch that is never taken.
void emit_stop_check(Emitter& emit, llvm::BasicBlock* stop);

/// The same for the flag whose address is stored at `place`, for example in tsj_memory::stop.
void emit_stop_check(Emitter& emit, llvm::Value* place, llvm::BasicBlock* stop);

// The variables of a plan while its function is built.

/// A bound variable.
struct Register {
  llvm::Value* value = nullptr;  ///< position (i32) in `domain`; nullptr: not bound
  ir::DomainId domain = ir::no_id;
  llvm::BasicBlock* next = nullptr;  ///< next iteration of the loop that bound it
  std::size_t order = 0;             ///< later binders have higher numbers
};

/// By VariableId.
using Registers = std::vector<Register>;

}  // namespace tesuji::llvm_backend
