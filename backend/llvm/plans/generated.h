// Holds an LLVM module from its generation to text or object code.
#pragma once

#include "backend/llvm/orc/pipeline.h"
#include "backend/llvm/plans/jit.h"

#include <llvm/IR/LLVMContext.h>

#include <memory>
#include <stop_token>
#include <string>

namespace tesuji::llvm_backend {

struct Generated {
  llvm::LLVMContext context;  ///< outlives the module
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;

  /// `generate(context)` returns the module, as a std::unique_ptr.
  template <typename Generate>
  Generated(const JitOptions& options, const Generate& generate)
      : machine(make_target_machine(options)), module(generate(context)) {
    prepare(*module, *machine);
    if (options.verify) verify_or_throw(*module);
  }

  /// See llvm_backend::optimise.
  void optimise(const JitOptions& options, const std::stop_token& stop = {}) {
    llvm_backend::optimise(*module, *machine, options.tier, stop);
    if (options.verify && !stop.stop_requested()) verify_or_throw(*module);
  }

  /// Returns the text as generated, or after optimisation.
  [[nodiscard]] std::string text(Text what, const JitOptions& options) {
    if (what != Text::llvm) optimise(options);
    const CodeForm form = what == Text::assembly ? CodeForm::assembly : CodeForm::llvm;
    const ObjectFile file = emit_object(*module, *machine, "", form);
    return {file.bytes.begin(), file.bytes.end()};
  }
};

}  // namespace tesuji::llvm_backend
