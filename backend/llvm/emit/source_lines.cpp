#include "backend/llvm/emit/source_lines.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace tesuji::llvm_backend {

SourceLines::SourceLines(const ir::Module& source, llvm::Module& target)
    : source_(source),
      target_(target),
      build_(target),
      no_file_(build_.createFile(source.game, "")) {
  build_.createCompileUnit(llvm::dwarf::DW_LANG_C99, no_file_, "tesuji", /*isOptimized=*/true, "",
                           /*RV=*/0, "", llvm::DICompileUnit::DebugDirectivesOnly);
  target.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
}

llvm::DIFile* SourceLines::file_of(ir::Span span) {
  if (!span.known()) return no_file_;
  llvm::DIFile*& file = files_[span.file];
  if (file == nullptr) file = build_.createFile((*source_.sources)[span.file].path, "");
  return file;
}

void SourceLines::describe(llvm::Function& function, ir::Span span) {
  const unsigned line = span.known() ? span.begin.line : 0;
  auto* type = build_.createSubroutineType(build_.getOrCreateTypeArray({}));
  llvm::DIFile* file = file_of(span);
  function.setSubprogram(build_.createFunction(
      file, function.getName(), "", file, line, type, line, llvm::DINode::FlagZero,
      llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized));
}

llvm::DebugLoc SourceLines::location(const llvm::Function& function, ir::Span span) const {
  llvm::DISubprogram* const scope = function.getSubprogram();
  if (!span.known()) return llvm::DILocation::get(target_.getContext(), 0, 0, scope);
  return llvm::DILocation::get(target_.getContext(), span.begin.line, span.begin.column, scope);
}

void SourceLines::finish() {
  for (llvm::Function& function : target_) {
    if (function.isDeclaration()) continue;
    if (function.getSubprogram() == nullptr) describe(function, {});
    const llvm::DebugLoc none = location(function, {});
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        if (!instruction.getDebugLoc()) instruction.setDebugLoc(none);
      }
    }
  }
  build_.finalize();
}

}  // namespace tesuji::llvm_backend
