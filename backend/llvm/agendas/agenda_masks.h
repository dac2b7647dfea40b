// Evaluates conditions behind a loop over constant rows for all rows at once.
//
// A scan of a fixed relation is often followed by tests and comparisons that fixed facts decide. A
// set of rows is then one bit per row: the trials of each condition are the bits still set, and
// each condition is an AND with a constant mask, looked up by the variables bound before.
// Conditions that do not depend on the row are evaluated once. Only the rows that pass all
// conditions are visited, in their order.
//
//   for i7 in free points: if adjacent(i2, i1): if i4 != i7: if i6 != i7: REST
//   trials += 75; if adjacent(i2, i1):
//     trials += 75; rows = all & but[i4]; trials += |rows|; rows &= but[i6];
//     trials += |rows|; for i7 in rows: REST
#pragma once

#include "backend/llvm/agendas/agenda_tables.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::llvm_backend {

/// The value of a test, absence or comparison, for all values of its variables.
struct StaticCondition {
  AgendaKey key;
  std::vector<bool> holds;  ///< by key number
};

/// Returns nothing if facts may change it, or if there are too many values.
[[nodiscard]] std::optional<StaticCondition> static_condition(const AgendaScope& scope,
                                                              const agenda::AgendaStep& step);

/// A scan or probe and the following conditions that are evaluated for all rows at once.
struct MaskedScan {
  const agenda::AgendaStep* scan = nullptr;
  FoldedRows rows;
  struct Condition {
    StaticCondition says;
    bool on_row = false;  ///< depends on variables that the scan binds; otherwise it has no mask
    AgendaKey key;        ///< of the masks: the other variables and those of rows.key
  };
  std::vector<Condition> conditions;
};

/// Returns the longest such sequence at the front of `steps`; nothing if none exists.
[[nodiscard]] std::optional<MaskedScan> masked_scan(const AgendaScope& scope,
                                                    std::span<const agenda::AgendaStep> steps);

/// Called with the number of rows (an i64) that arrive at condition number `behind`, or behind the
/// last one.
using CountArrivals = std::function<void(std::size_t behind, llvm::Value* rows)>;

/// Binds the scan's variables to each row that passes; sets `fail` to the next iteration.
void emit_masked_scan(AgendaScope& scope, const MaskedScan& masked, llvm::BasicBlock*& fail,
                      const CountArrivals& count);

}  // namespace tesuji::llvm_backend
