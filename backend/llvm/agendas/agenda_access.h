// Generates code for operations of production rules on relations: loops over matching facts, tests
// for any matching fact or one fact.
//
// Fixed relations are folded into constants (agenda_tables.h). Those too large for that lie in the
// working memory (tesuji/memory_abi.h), like the relations that rules change; every use of these
// reads again, since conclusions add facts meanwhile.
#pragma once

#include "backend/llvm/agendas/agenda_scope.h"

#include <functional>
#include <vector>

namespace tesuji::llvm_backend {

/// Called in front of the loop with the number of facts that it will visit (an i64).
using Announce = std::function<void(llvm::Value*)>;

/// Emits a scan or probe: binds the step's variables to each matching fact, in order of arrival,
/// and sets `fail` to the next iteration. Returns whether it called `announce`.
bool emit_each(AgendaScope& scope, const agenda::AgendaStep& step, llvm::BasicBlock*& fail,
               const Announce& announce);

/// Emits a test for any matching fact (for `test` and `absent`), an i1.
[[nodiscard]] llvm::Value* emit_any(AgendaScope& scope, const agenda::AgendaStep& step);

/// Emits a test whether the memory contains the fact, an i1; `row` holds positions in its columns'
/// domains.
[[nodiscard]] llvm::Value* emit_contains(AgendaScope& scope, ir::RelationId relation,
                                         const std::vector<llvm::Value*>& row);

/// Stores a row or key in a stack slot, for calls.
[[nodiscard]] llvm::Value* emit_row(AgendaScope& scope, const std::vector<llvm::Value*>& row);

/// Returns the maximum number of facts that a scan or probe can visit; no_bound if rules change
/// them.
inline constexpr std::uint64_t no_bound = ~std::uint64_t{0};
[[nodiscard]] std::uint64_t most_matches(const AgendaScope& scope, const agenda::AgendaStep& step);

/// As emit_each, for relations that lie in the working memory.
void emit_each_in_memory(AgendaScope& scope, const agenda::AgendaStep& step,
                         llvm::BasicBlock*& fail);

/// As emit_any, likewise.
[[nodiscard]] llvm::Value* emit_any_in_memory(AgendaScope& scope, const agenda::AgendaStep& step);

}  // namespace tesuji::llvm_backend
