// Emits instructions for truth tables of three inputs (lut_program.h). Internal to this layer.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdint>
#include <unordered_map>

namespace tesuji::llvm_backend {

/// The machine's instructions for tables of three inputs.
enum class TernaryLogic : std::uint8_t {
  none,       ///< several instructions
  vpternlog,  ///< one instruction of AVX-512, for words of 4 and 8 blocks
  lop3,       ///< one instruction of PTX for 32 bits: words of one block, or halves of them
};

class TableEmitter {
 public:
  /// `type`: of words.
  TableEmitter(llvm::IRBuilder<>& build, llvm::Type* type, TernaryLogic ternary)
      : build_(build), type_(type), ternary_(ternary) {}

  /// From now on, inverts words by exclusive or with this word, whose bits are all set.
  void invert_by(llvm::Value* ones) { ones_ = ones; }

  /// Operands on which the table does not depend may be null.
  [[nodiscard]] llvm::Value* emit(std::uint8_t table, const std::array<llvm::Value*, 3>& operands);

 private:
  /// The lower and the upper 32 bits of a word.
  using Halves = std::array<llvm::Value*, 2>;

  [[nodiscard]] const Halves& halves(llvm::Value* word);
  [[nodiscard]] llvm::Value* emit_lop3(std::uint8_t table,
                                       const std::array<llvm::Value*, 3>& operands);
  [[nodiscard]] llvm::Value* inverted(llvm::Value* word) const {
    return ones_ != nullptr ? build_.CreateXor(word, ones_) : build_.CreateNot(word);
  }
  [[nodiscard]] llvm::Value* pair(unsigned table, llvm::Value* x, llvm::Value* y) const;
  [[nodiscard]] llvm::Value* choose(llvm::Value* chooser, unsigned one, unsigned zero,
                                    llvm::Value* x, llvm::Value* y) const;

  llvm::IRBuilder<>& build_;
  llvm::Type* type_;
  TernaryLogic ternary_;
  llvm::Value* ones_ = nullptr;  ///< null: a constant
  /// Words that have been split, each once.
  std::unordered_map<llvm::Value*, Halves> halves_;
};

}  // namespace tesuji::llvm_backend
