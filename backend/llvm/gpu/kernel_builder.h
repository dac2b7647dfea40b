// Provides building blocks for kernels: control flow, words in memory, sums, and the layout of
// tiles (runtime/core/tesuji/gpu_lanes.h). Internal to this layer.
#pragma once

#include "backend/llvm/gpu/gpu_target.h"

#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <string>
#include <utility>

namespace tesuji::llvm_backend {

/// An array of 64-bit words: element i is `stride` * i bytes from `base`. Or an array of words in
/// halves: the upper 32 bits are `upper` bytes after the lower ones.
struct WordArray {
  llvm::Value* base = nullptr;
  std::uint64_t stride = 8;
  std::uint64_t upper = 0;  ///< 0: words are not split
};

class KernelBuilder : public llvm::IRBuilder<> {
 public:
  KernelBuilder(llvm::Function& function, KernelTarget target)
      : llvm::IRBuilder<>(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
        function_(function),
        target_(target) {}

  [[nodiscard]] llvm::BasicBlock* block(const std::string& name) {
    return llvm::BasicBlock::Create(getContext(), name, &function_);
  }

  // Words of an array; they are 64-bit numbers, or values of them.
  template <typename Index>
  [[nodiscard]] llvm::Value* load(const WordArray& array, Index index) {
    llvm::Value* low = place(array, index);
    if (array.upper == 0) return CreateAlignedLoad(getInt64Ty(), low, llvm::Align(8));
    return join(CreateAlignedLoad(getInt32Ty(), low, llvm::Align(4)),
                CreateAlignedLoad(getInt32Ty(), beyond(low, array.upper), llvm::Align(4)));
  }
  template <typename Index>
  void store(llvm::Value* value, const WordArray& array, Index index) {
    llvm::Value* low = place(array, index);
    if (array.upper == 0) {
      CreateAlignedStore(value, low, llvm::Align(8));
      return;
    }
    CreateAlignedStore(CreateTrunc(value, getInt32Ty()), low, llvm::Align(4));
    CreateAlignedStore(CreateTrunc(CreateLShr(value, 32), getInt32Ty()), beyond(low, array.upper),
                       llvm::Align(4));
  }
  /// Returns the address of a word, or of its lower half.
  [[nodiscard]] llvm::Value* place(const WordArray& array, std::uint64_t index);
  [[nodiscard]] llvm::Value* place(const WordArray& array, llvm::Value* index);
  [[nodiscard]] llvm::Value* beyond(llvm::Value* address, std::uint64_t bytes) {
    return CreateConstInBoundsGEP1_64(getInt8Ty(), address, bytes);
  }
  [[nodiscard]] llvm::Value* join(llvm::Value* low, llvm::Value* high) {
    return CreateOr(CreateZExt(low, getInt64Ty()), CreateShl(CreateZExt(high, getInt64Ty()), 32));
  }
  /// Returns the words from `index` on, as an array.
  [[nodiscard]] WordArray from(const WordArray& array, std::uint64_t index);

  /// Creates variables, in registers if the optimiser finds that possible; initially 0.
  [[nodiscard]] WordArray variables(std::uint64_t count, const std::string& name);
  /// Creates words in halves on the thread's stack: lower ones, then upper ones.
  [[nodiscard]] WordArray stack(std::uint64_t count, const std::string& name);

  [[nodiscard]] llvm::Value* popcount(llvm::Value* word);
  /// Returns the number of the lowest set bit of a word that is not zero.
  [[nodiscard]] llvm::Value* lowest_bit(llvm::Value* word);
  [[nodiscard]] llvm::Value* is_zero(llvm::Value* value) {
    return CreateICmpEQ(value, llvm::Constant::getNullValue(value->getType()));
  }
  [[nodiscard]] llvm::Value* is_set(llvm::Value* value) {
    return CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
  }
  /// 1 << lane
  [[nodiscard]] llvm::Value* bit(llvm::Value* lane) { return CreateShl(getInt64(1), lane); }
  /// Returns the bit of this lane, as 0 or 1.
  [[nodiscard]] llvm::Value* bit_of(llvm::Value* word, llvm::Value* lane) {
    return CreateAnd(CreateLShr(word, lane), 1);
  }
  /// Returns the bits of `one` where `mask` is one, elsewhere those of `zero`.
  [[nodiscard]] llvm::Value* choose(llvm::Value* mask, llvm::Value* one, llvm::Value* zero) {
    return CreateOr(CreateAnd(mask, one), CreateAnd(CreateNot(mask), zero));
  }

  /// variable += value; likewise |= and others.
  void add(const WordArray& array, std::uint64_t index, llvm::Value* value) {
    store(CreateAdd(load(array, index), value), array, index);
  }
  void set_bits(const WordArray& array, std::uint64_t index, llvm::Value* bits) {
    store(CreateOr(load(array, index), bits), array, index);
  }
  void clear_bits(const WordArray& array, std::uint64_t index, llvm::Value* bits) {
    store(CreateAnd(load(array, index), CreateNot(bits)), array, index);
  }

  /// Adds atomically to a number that all threads share.
  void add_for_all(llvm::Value* address, llvm::Value* value) {
    atomic(llvm::AtomicRMWInst::Add, address, value);
  }
  llvm::Value* atomic(llvm::AtomicRMWInst::BinOp operation, llvm::Value* address,
                      llvm::Value* value);

  /// Executes `body()` if the condition holds.
  template <typename Body>
  void when(llvm::Value* condition, Body body) {
    llvm::BasicBlock* then = block("then");
    llvm::BasicBlock* after = block("after");
    CreateCondBr(condition, then, after);
    SetInsertPoint(then);
    body();
    CreateBr(after);
    SetInsertPoint(after);
  }

  /// The same if it holds in some thread of the warp: then all its threads execute it.
  template <typename Body>
  void when_any(llvm::Value* condition, Body body) {
    when(any_in_warp(*this, condition, target_), body);
  }

  /// Executes `body(lane)` for each lane of a word, the lowest first.
  template <typename Body>
  void for_lanes(llvm::Value* word, Body body) {
    llvm::BasicBlock* before = GetInsertBlock();
    llvm::BasicBlock* loop = block("lane");
    llvm::BasicBlock* after = block("after");
    CreateCondBr(is_set(word), loop, after);
    SetInsertPoint(loop);
    llvm::PHINode* left = CreatePHI(getInt64Ty(), 2);
    left->addIncoming(word, before);
    body(lowest_bit(left));
    llvm::Value* rest = CreateAnd(left, CreateSub(left, getInt64(1)));
    left->addIncoming(rest, GetInsertBlock());
    CreateCondBr(is_set(rest), loop, after);
    SetInsertPoint(after);
  }

  /// Executes `body(i)` for i from 0 to count - 1; count must not be 0.
  template <typename Body>
  void for_numbers(std::uint64_t count, Body body) {
    llvm::BasicBlock* before = GetInsertBlock();
    llvm::BasicBlock* loop = block("number");
    llvm::BasicBlock* after = block("after");
    CreateBr(loop);
    SetInsertPoint(loop);
    llvm::PHINode* index = CreatePHI(getInt64Ty(), 2);
    index->addIncoming(getInt64(0), before);
    body(index);
    llvm::Value* next = CreateAdd(index, getInt64(1));
    index->addIncoming(next, GetInsertBlock());
    CreateCondBr(CreateICmpULT(next, getInt64(count)), loop, after);
    SetInsertPoint(after);
  }

 private:
  llvm::Function& function_;
  KernelTarget target_;
};

/// The words that a thread keeps besides a state and its control words; the first words of its
/// tile.
enum Kept : std::uint64_t {
  last,          ///< lanes whose length has the same high part as the limit
  overflowed,    ///< lanes whose length has a high part
  left,          ///< playouts of the block that have not begun
  start,         ///< the start state of the next playout
  start_left,    ///< playouts from it that have not begun
  parked_ended,  ///< lanes with finished games that are not counted yet, by how they ended
  parked_cut,
  parked_stuck,
  parked_long,  ///< parked lanes whose length has a high part
  kept_count
};

/// The first word of each array, and a tile's words per thread. Data that the kernel keeps in
/// registers or on the stack has no place: then `state` and `control` are where it is stored
/// between launches.
struct TileLayout {
  std::uint64_t words = 0;
  std::uint64_t control = 0;
  std::uint64_t state = 0;
  std::uint64_t high = 0;
  std::uint64_t start = 0;
  std::uint64_t parked = 0;
  std::uint64_t answers = 0;
  std::uint64_t random = 0;
  std::uint64_t random_words = 0;
  std::uint64_t scratch = 0;
  std::uint64_t scratch_words = 0;

  /// Reserves `count` words at the end, at least one; returns the first.
  std::uint64_t take(std::uint64_t count);
};

/// A thread's words in its tile.
class Tile {
 public:
  /// Begins a kernel: surplus threads return at once.
  void enter(KernelBuilder& build, llvm::Function& kernel, const TileLayout& layout,
             KernelTarget target);

  /// Words that are not split.
  [[nodiscard]] WordArray words(KernelBuilder& build, std::uint64_t at) const;
  /// Words in halves: 32 lower halves are contiguous, and so are their 32 upper halves elsewhere.
  [[nodiscard]] WordArray halves(KernelBuilder& build, std::uint64_t at, std::uint64_t count) const;

 private:
  llvm::Value* words_ = nullptr;
  llvm::Value* halves_ = nullptr;
};

}  // namespace tesuji::llvm_backend
