// Generates code for comparisons in production rules (ir::Comparison).
#pragma once

#include "backend/llvm/agendas/agenda_scope.h"

namespace tesuji::llvm_backend {

/// Emits the step's comparison of the variables' current values, an i1.
[[nodiscard]] llvm::Value* emit_comparison(AgendaScope& scope, const agenda::AgendaStep& step);

/// Whether the comparison holds for these constants, given as symbols and numbers.
[[nodiscard]] bool holds(ir::Comparison comparison, ir::Symbol left, double left_number,
                         ir::Symbol right, double right_number);

}  // namespace tesuji::llvm_backend
