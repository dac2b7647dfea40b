// Generates code that reads facts of the working memory (tesuji/memory_abi.h). Every use reads
// again, since conclusions add facts meanwhile.
#pragma once

#include "backend/llvm/agendas/agenda_scope.h"

#include <vector>

namespace tesuji::llvm_backend {

/// See emit_each (agenda_access.h).
void emit_each_in_memory(AgendaScope& scope, const agenda::AgendaStep& step,
                         llvm::BasicBlock*& fail);

/// See emit_any.
[[nodiscard]] llvm::Value* emit_any_in_memory(AgendaScope& scope, const agenda::AgendaStep& step);

}  // namespace tesuji::llvm_backend
