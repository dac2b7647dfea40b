// Generates code for operations of production rules on relations: each fact that agrees, any fact
// that agrees, one fact. Fixed relations are folded into constants; what is too large for that lies
// in the memory like the relations that rules change.
#pragma once

#include "backend/llvm/agendas/agenda_scope.h"

#include <functional>
#include <vector>

namespace tesuji::llvm_backend {

/// Told, in front of the loop, how many facts it will visit (an i64).
using Announce = std::function<void(llvm::Value*)>;

/// Scan or probe: binds the step's variables to each fact that agrees, in order of
/// arrival, and leaves "next fact" in `fail`. True if the number was announced.
bool emit_each(AgendaScope& scope, const agenda::AgendaStep& step, llvm::BasicBlock*& fail,
               const Announce& announce);

/// Test and absent: whether a fact agrees, an i1.
[[nodiscard]] llvm::Value* emit_any(AgendaScope& scope, const agenda::AgendaStep& step);

/// Whether the fact is in the memory, an i1; `row` are positions in its columns' domains.
[[nodiscard]] llvm::Value* emit_contains(AgendaScope& scope, ir::RelationId relation,
                                         const std::vector<llvm::Value*>& row);

/// A row or key in a stack slot, for calls.
[[nodiscard]] llvm::Value* emit_row(AgendaScope& scope, const std::vector<llvm::Value*>& row);

/// The most facts that a scan or probe can visit; no_bound where rules change them.
inline constexpr std::uint64_t no_bound = ~std::uint64_t{0};
[[nodiscard]] std::uint64_t most_matches(const AgendaScope& scope, const agenda::AgendaStep& step);

}  // namespace tesuji::llvm_backend
