// Generates LLVM IR for production rules (ir/module/agenda.h). Internal to this layer: names LLVM.
//
// One function per rule, `rule.NAME`, of the type AgendaFunction. The module needs
// from outside the functions of tesuji/memory_abi.h alone.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "runtime/core/tesuji/memory_abi.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Runs a rule over the memory once. Adds to `trials` (one number per operation, as
/// AgendaCounts::trials) and to `counters` (AgendaCounter); takes the trials off
/// memory->nodes and sets memory->status where these, or the room for facts, run out.
/// Returns the status. `self` is not used.
using AgendaFunction = std::int32_t (*)(const void* self, tsj_memory* memory, std::uint64_t* trials,
                                        std::uint64_t* counters);

struct AgendaModule {
  std::unique_ptr<llvm::Module> module;
  /// By relation: whether the code asks the memory for its facts. The fixed relations
  /// for which it does not may be left empty there.
  std::vector<bool> in_memory;
};

[[nodiscard]] AgendaModule generate_agendas(llvm::LLVMContext& context,
                                            const agenda::AgendaProgram& program,
                                            bool count_trials);

/// Name of the function of the rule with this number.
[[nodiscard]] std::string agenda_symbol(const agenda::AgendaProgram& program, std::size_t number);

}  // namespace tesuji::llvm_backend
