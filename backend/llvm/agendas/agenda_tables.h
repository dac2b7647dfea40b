// Stores fixed relations as constants of the code, restricted to what one operation reads: the rows
// that agree with its constants, grouped by the values of its given variables, in order of arrival
// within each group. Keys are positions in the *variables'* domains, so that nothing is translated
// at run time.
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
  std::uint64_t count = 1;  ///< combinations, saturating
};

/// The key over variables that are bound in `scope`.
[[nodiscard]] AgendaKey key_over(const AgendaScope& scope, std::vector<std::uint32_t> variables);
/// Its number for the variables' present values, an i64.
[[nodiscard]] llvm::Value* key_number(AgendaScope& scope, const AgendaKey& key);

/// Rows for one operation.
struct FoldedRows {
  AgendaKey key;
  std::vector<std::uint64_t> begins;                ///< per key number, and the end
  std::vector<std::uint32_t> rows;                  ///< row numbers of the relation
  std::vector<std::vector<std::uint64_t>> columns;  ///< per bound column, by place in `rows`
  std::uint64_t longest = 0;                        ///< most rows of one key
  std::uint64_t shortest = 0;                       ///< fewest rows of one key
};

/// The variables that the operation's columns are given by, each once.
[[nodiscard]] std::vector<std::uint32_t> given_variables(const agenda::AgendaStep& step);

/// Whether the operation asks a fixed relation, and its table would not be too large.
[[nodiscard]] bool can_fold(const AgendaScope& scope, const agenda::AgendaStep& step);

[[nodiscard]] FoldedRows fold(const AgendaScope& scope, const agenda::AgendaStep& step);

/// Where the rows of the key's present number begin and end, i64.
[[nodiscard]] std::pair<llvm::Value*, llvm::Value*> emit_group(AgendaScope& scope,
                                                               const FoldedRows& folded);
/// Binds the step's variables to the row at this place (i64) of folded.rows.
void emit_columns(AgendaScope& scope, const agenda::AgendaStep& step, const FoldedRows& folded,
                  llvm::Value* at);

/// Whether the bit `number` (i64) of these bits is set, an i1.
[[nodiscard]] llvm::Value* emit_bit_test(Emitter& emit, const std::vector<bool>& bits,
                                         llvm::Value* number);

}  // namespace tesuji::llvm_backend
