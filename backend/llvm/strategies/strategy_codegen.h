// Generates LLVM IR for the procs of a strategy. Internal to this layer: uses LLVM types.
//
// The module defines one function per proc, `search.NAME`, of the type tsj_search
// (runtime/core/tesuji/strategy_abi.h), and has no external symbols: it calls the host through the
// function pointers of tsj_space.
#pragma once

#include "ir/module/proc_program.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

namespace tesuji::llvm_backend {

[[nodiscard]] std::unique_ptr<llvm::Module> generate_strategy(llvm::LLVMContext& context,
                                                              const ir::ProcProgram& program);

/// Returns the name of the function that searches for a proc's solutions.
[[nodiscard]] std::string search_symbol(const ir::ProcUnit& proc);

}  // namespace tesuji::llvm_backend
