// Generates a module's entries and strata as LLVM functions.
//
//   tsj_entry_<name>(self, scratch, state, out) -> status   runs its strata
//   stratum.<n>(scratch, state, out) -> status              clears, runs plans, rounds
//   stratum.<n>.part.<k>, plan.<rule>                       internal
//
// Functions are bounded in size, so that compile time is linear in the number of rules: plans of a
// large stratum are called from parts that are never inlined, and large strata are never inlined
// into their entries.
#pragma once

#include "ir/module/layout.h"
#include "ir/module/module.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace tesuji::llvm_backend {

/// Generates LLVM IR of every entry except `static`, without any optimisation. `source_lines`: as
/// JitOptions.
[[nodiscard]] std::unique_ptr<llvm::Module> generate(const ir::Module& module,
                                                     const ir::Layout& layout,
                                                     llvm::LLVMContext& context, bool source_lines);

}  // namespace tesuji::llvm_backend
