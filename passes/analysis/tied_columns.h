// Finds the columns of relations that rules bind to the same variables as given columns.
//
//   next.cell(X, Y, w) :- does.move(w, _, _, X, Y)
//   legal.move(w, X, Y, U, Y) :- true.cell(X, Y, w), true.cell(U, Y, b), ..
//
// For columns (0, 1) of true.cell: (0, 1) of next.cell, and (1, 2) and (3, 4) of the moves, which
// therefore name squares. The second rule also ties (1, 4), since both squares have the same Y.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <set>
#include <vector>

namespace tesuji::passes {

/// Different columns of one relation, in the order of the columns they are tied to.
using ColumnTuple = std::vector<std::uint32_t>;

/// By relation.
using TiedColumns = std::vector<std::set<ColumnTuple>>;

/// Returns the columns themselves, and those with the same variables in a rule, transitively; a
/// fluent's columns are also those of its `next`, a move's those of its `legal`. Relations of facts
/// are never tied: `succ(X, Y)` relates any numbers. A module without rules (a net) has no further
/// ties.
[[nodiscard]] TiedColumns find_tied_columns(const ir::Module& module, ir::RelationId relation,
                                            const ColumnTuple& columns);

}  // namespace tesuji::passes
