// Evaluates conditions behind a loop over constant rows for all rows at once.
//
// A scan of a fixed relation is often followed by tests and comparisons that fixed facts
// decide. A set of its rows is then one bit per row: each condition's trials are the
// bits that are left, and what it leaves is an `and` with a constant mask, looked up by
// the variables that were bound before. Conditions that do not depend on the row at all
// are asked once. Only the rows that pass everything are gone through, in their order.
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

/// What a test, absence or comparison says, for all values of its variables.
struct StaticCondition {
  AgendaKey key;
  std::vector<bool> holds;  ///< by key number
};

/// Nothing where facts may change it, or there are too many values.
[[nodiscard]] std::optional<StaticCondition> static_condition(const AgendaScope& scope,
                                                              const agenda::AgendaStep& step);

/// A scan or probe and the conditions behind it that are asked for all rows at once.
struct MaskedScan {
  const agenda::AgendaStep* scan = nullptr;
  FoldedRows rows;
  struct Condition {
    StaticCondition says;
    bool on_row = false;  ///< depends on what the scan binds; otherwise it has no mask
    AgendaKey key;        ///< of the masks: the other variables and those of rows.key
  };
  std::vector<Condition> conditions;
};

/// The longest such run at the front of `steps`; nothing where there is none.
[[nodiscard]] std::optional<MaskedScan> masked_scan(const AgendaScope& scope,
                                                    std::span<const agenda::AgendaStep> steps);

/// Told how many rows arrive (an i64) at condition number `behind`, or at what follows
/// the last one.
using CountArrivals = std::function<void(std::size_t behind, llvm::Value* rows)>;

/// Binds the scan's variables to each row that passes; leaves "next row" in `fail`.
void emit_masked_scan(AgendaScope& scope, const MaskedScan& masked, llvm::BasicBlock*& fail,
                      const CountArrivals& count);

}  // namespace tesuji::llvm_backend
