// Generates code for functions on numbers in production rules, and for comparisons of their
// results.
//
// Sums, differences and products of whole numbers are computed inline with overflow checks; all
// other functions, and operands of other kinds, by tsj_compute. A result is a position in the open
// domain, which is a table of the memory.
#pragma once

#include "backend/llvm/agendas/agenda_scope.h"

namespace tesuji::llvm_backend {

/// Computes the step's function; branches to `fail` if it has no value or not the required one, and
/// to `leave` if the memory's status is set. Binds the result.
void emit_computation(AgendaScope& scope, const agenda::AgendaStep& step, llvm::BasicBlock* fail,
                      llvm::BasicBlock* leave);

/// Emits a comparison of numbers in the open domain, an i1.
[[nodiscard]] llvm::Value* emit_computed_comparison(AgendaScope& scope,
                                                    const agenda::AgendaStep& step);

}  // namespace tesuji::llvm_backend
