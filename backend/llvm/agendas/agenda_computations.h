// Generates code for functions on numbers in production rules, and for comparisons of what they
// give.
//
// Sums, differences and products of whole numbers are computed in place, with a look for overflow;
// all other functions, and operands of other kinds, by tsj_compute. What is computed is a position
// in the open domain, which a table of the memory holds.
#pragma once

#include "backend/llvm/agendas/agenda_scope.h"

namespace tesuji::llvm_backend {

/// Computes the step's function; goes to `fail` where it has no value, or not the one that it must
/// have, and to `leave` where the memory's status is set. Binds the result.
void emit_computation(AgendaScope& scope, const agenda::AgendaStep& step, llvm::BasicBlock* fail,
                      llvm::BasicBlock* leave);

/// Whether a comparison of numbers in the open domain holds, an i1.
[[nodiscard]] llvm::Value* emit_computed_comparison(AgendaScope& scope,
                                                    const agenda::AgendaStep& step);

}  // namespace tesuji::llvm_backend
