// Generates LLVM IR of random numbers and of choices among bits, as runtime/host/memory/rng.h has
// them. Internal to this layer.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>

namespace tesuji::llvm_backend {

/// The state of a generator: xoshiro256**.
using RandomWords = std::array<llvm::Value*, 4>;

/// A generator's words lie in memory of the function, most of which becomes registers.
class RandomEmitter {
 public:
  /// Both must outlive this; code goes where `build` stands in `function`.
  RandomEmitter(llvm::IRBuilder<>& build, llvm::Function& function)
      : build_(build), function_(function) {}

  /// What the streams of a seed have in common.
  [[nodiscard]] llvm::Value* mixed(llvm::Value* seed);
  /// The words that a stream begins with; `mixed`: its seed's.
  [[nodiscard]] RandomWords stream(llvm::Value* mixed, llvm::Value* number);

  /// The next 64 random bits of the words at `words`, as random_next of random.h.
  [[nodiscard]] llvm::Value* number(llvm::Value* words);
  /// Below `count`, which is not 0, as random_below of random.h; one alone needs no drawing.
  [[nodiscard]] llvm::Value* rank(llvm::Value* words, llvm::Value* count);

 private:
  llvm::Value* finalised(llvm::Value* mix);
  llvm::BasicBlock* block(const char* name);

  llvm::IRBuilder<>& build_;
  llvm::Function& function_;
};

}  // namespace tesuji::llvm_backend
