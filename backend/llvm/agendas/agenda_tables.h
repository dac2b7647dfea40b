// Stores fixed relations as constants of the code, restricted to the data that one operation reads:
// the rows that match its constants, grouped by the values of its given variables, in order of
// arrival within each group. Keys are positions in the *variables'* domains, so that nothing is
// translated at run time.
#pragma once

#include "backend/llvm/agendas/agenda_scope.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {

/// Combinations of positions of some variables, numbered in mixed radix.
struct AgendaKey {
  std::vector<std::uint32_t> variables;
  std::vector<std::uint64_t> sizes;  ///< of their domains
  std::vector<std::uint64_t> strides;
  std::uint64_t count = 1;  ///< number of combinations, saturating
};

/// Returns the key over variables that are bound in `scope`.
[[nodiscard]] AgendaKey key_over(const AgendaScope& scope, std::vector<std::uint32_t> variables);
/// Returns the key's number for the variables' current values, an i64.
[[nodiscard]] llvm::Value* key_number(AgendaScope& scope, const AgendaKey& key);

/// Rows for one operation.
struct FoldedRows {
  AgendaKey key;
  std::vector<std::uint64_t> begins;                ///< per key number, then the end
  std::vector<std::uint32_t> rows;                  ///< row numbers of the relation
  std::vector<std::vector<std::uint64_t>> columns;  ///< per bound column, by place in `rows`
  std::uint64_t longest = 0;                        ///< maximum number of rows of a key
  std::uint64_t shortest = 0;                       ///< minimum number of rows of a key
};

/// Returns the variables that give the operation's columns, each once.
[[nodiscard]] std::vector<std::uint32_t> given_variables(const agenda::AgendaStep& step);

/// Whether the operation reads a fixed relation whose table would not be too large.
[[nodiscard]] bool can_fold(const AgendaScope& scope, const agenda::AgendaStep& step);

[[nodiscard]] FoldedRows fold(const AgendaScope& scope, const agenda::AgendaStep& step);

/// Returns where the rows of the key's current number begin and end, i64.
[[nodiscard]] std::pair<llvm::Value*, llvm::Value*> emit_group(AgendaScope& scope,
                                                               const FoldedRows& folded);
/// Binds the step's variables to the row at this place (i64) of folded.rows.
void emit_columns(AgendaScope& scope, const agenda::AgendaStep& step, const FoldedRows& folded,
                  llvm::Value* at);

/// Returns whether bit `number` (i64) is set, an i1.
[[nodiscard]] llvm::Value* emit_bit_test(Emitter& emit, const std::vector<bool>& bits,
                                         llvm::Value* number);

}  // namespace tesuji::llvm_backend
