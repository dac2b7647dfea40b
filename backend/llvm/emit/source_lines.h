// Records for LLVM the source lines of instructions.
//
// LLVM IR then has `!dbg` with a DILocation, and assembly has a directive `.loc FILE LINE COLUMN`
// before the instructions, also after inlining and optimisation. There are no other debug sections.
#pragma once

#include "ir/module/module.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string_view>

namespace tesuji::llvm_backend {

class SourceLines {
 public:
  /// Both must outlive it.
  SourceLines(const ir::Module& source, llvm::Module& target);

  /// Records that the function implements the rule at this place, which may be unknown.
  void describe(llvm::Function& function, ir::Span span);

  /// Returns the location of a literal in a function passed to describe().
  [[nodiscard]] llvm::DebugLoc location(const llvm::Function& function, ir::Span span) const;

  /// To be called once, when all functions are complete: gives line 0, for code of no rule, to all
  /// other functions and instructions, since LLVM requires locations in all or none.
  void finish();

 private:
  [[nodiscard]] llvm::DIFile* file_of(ir::Span span);

  const ir::Module& source_;
  llvm::Module& target_;
  llvm::DIBuilder build_;
  llvm::DIFile* no_file_;
  std::map<ir::FileId, llvm::DIFile*> files_;
};

}  // namespace tesuji::llvm_backend
