// Generates code for comparisons in production rules (ir::Comparison) and for functions on numbers.
//
// Sums, differences and products of whole numbers are computed inline with overflow checks; all
// other functions, and operands of other kinds, by tsj_compute. A result is a position in the open
// domain, which is a table of the memory.
#pragma once

#include "backend/llvm/agendas/agenda_scope.h"

namespace tesuji::llvm_backend {

/// Emits the step's comparison of the variables' current values, an i1.
[[nodiscard]] llvm::Value* emit_comparison(AgendaScope& scope, const agenda::AgendaStep& step);

/// Whether the comparison holds for these constants, given as symbols and numbers.
[[nodiscard]] bool holds(ir::Comparison comparison, ir::Symbol left, double left_number,
                         ir::Symbol right, double right_number);

/// Computes the step's function; branches to `fail` if it has no value or not the required one, and
/// to `leave` if the memory's status is set. Binds the result.
void emit_computation(AgendaScope& scope, const agenda::AgendaStep& step, llvm::BasicBlock* fail,
                      llvm::BasicBlock* leave);

/// Emits a comparison of numbers in the open domain, an i1.
[[nodiscard]] llvm::Value* emit_computed_comparison(AgendaScope& scope,
                                                    const agenda::AgendaStep& step);

}  // namespace tesuji::llvm_backend
