// Compiles production rules to native code through LLVM's ORC JIT. Includes no LLVM header.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "backend/llvm/plans/jit.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <memory>
#include <string>

namespace tesuji::llvm_backend {

/// Creates a production system of the module's agendas, with the same results and counts as the
/// interpreter's. The module must pass the verifier. Throws std::runtime_error if code generation
/// fails (a bug of ours); run() throws runtime::LimitReached if the memory is full.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> make_agenda_jit(
    std::shared_ptr<const ir::Module> module, const JitOptions& options = {});

/// Creates a runner for its single rules. Throws as make_agenda_jit.
[[nodiscard]] std::unique_ptr<agenda::RuleRunner> make_rule_jit(
    std::shared_ptr<const ir::Module> module, const JitOptions& options = {});

/// Returns the same code as text, for dumps.
[[nodiscard]] std::string emit_agenda_text(std::shared_ptr<const ir::Module> module, Text what,
                                           const JitOptions& options = {});

}  // namespace tesuji::llvm_backend
