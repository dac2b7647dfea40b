// Generates instructions for tables of three inputs (lut_program.h). Internal to this layer.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdint>

namespace tesuji::llvm_backend {

class TableEmitter {
 public:
  /// `ternary`: words of this type have one instruction for any table.
  TableEmitter(llvm::IRBuilder<>& build, llvm::Type* type, bool ternary)
      : build_(build), type_(type), ternary_(ternary) {}

  /// Operands that the table does not depend on may be null.
  [[nodiscard]] llvm::Value* emit(std::uint8_t table,
                                  const std::array<llvm::Value*, 3>& operands) const;

 private:
  [[nodiscard]] llvm::Value* pair(unsigned table, llvm::Value* x, llvm::Value* y) const;
  [[nodiscard]] llvm::Value* choose(llvm::Value* chooser, unsigned one, unsigned zero,
                                    llvm::Value* x, llvm::Value* y) const;

  llvm::IRBuilder<>& build_;
  llvm::Type* type_;
  bool ternary_;
};

}  // namespace tesuji::llvm_backend
