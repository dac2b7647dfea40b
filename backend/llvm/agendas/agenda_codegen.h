// Generates LLVM IR for production rules (ir/module/agenda.h). Internal to this layer: uses LLVM
// types.
//
// There is one function per rule, `rule.NAME`, of the type AgendaFunction. The module's only
// external functions are those of tesuji/memory_abi.h.
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
/// AgendaCounts::trials) and to `counters` (AgendaCounter); subtracts the trials from
/// memory->nodes, and sets memory->status if they, or the room for facts, run out. Returns the
/// status. Ignores `self`.
using AgendaFunction = std::int32_t (*)(const void* self, tsj_memory* memory, std::uint64_t* trials,
                                        std::uint64_t* counters);

struct AgendaModule {
  std::unique_ptr<llvm::Module> module;
  /// By relation: whether the code reads the relation's facts from the memory. Other fixed
  /// relations may be empty there.
  std::vector<bool> in_memory;
};

[[nodiscard]] AgendaModule generate_agendas(llvm::LLVMContext& context,
                                            const agenda::AgendaProgram& program,
                                            bool count_trials);

/// Returns the name of the function of the rule with this number.
[[nodiscard]] std::string agenda_symbol(const agenda::AgendaProgram& program, std::size_t number);

}  // namespace tesuji::llvm_backend
