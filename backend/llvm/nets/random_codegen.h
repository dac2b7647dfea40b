// Generates LLVM IR of random numbers and of choices among bits, as runtime/host/memory/rng.h has
// them. Internal to this layer.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace tesuji::llvm_backend {

/// The words of a generator, xoshiro256** (backend/llvm/emit/xoshiro.h), lie in memory of the
/// function, most of which becomes registers.
class RandomEmitter {
 public:
  /// Both must outlive this; code goes where `build` stands in `function`.
  RandomEmitter(llvm::IRBuilder<>& build, llvm::Function& function)
      : build_(build), function_(function) {}

  /// The next 64 random bits of the words at `words`, as random_next of random.h.
  [[nodiscard]] llvm::Value* number(llvm::Value* words);
  /// Below `count`, which is not 0, as random_below of random.h; one alone needs no drawing.
  [[nodiscard]] llvm::Value* rank(llvm::Value* words, llvm::Value* count);

 private:
  llvm::BasicBlock* block(const char* name);

  llvm::IRBuilder<>& build_;
  llvm::Function& function_;
};

}  // namespace tesuji::llvm_backend
