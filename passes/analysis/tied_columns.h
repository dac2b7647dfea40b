// Finds the columns of relations that rules bind to the same variables as given columns.
//
//   next.cell(X, Y, w) :- does.move(w, _, _, X, Y)
//   legal.move(w, X, Y, U, Y) :- true.cell(X, Y, w), true.cell(U, Y, b), ..
//
// Of the columns (0, 1) of true.cell: (0, 1) of next.cell, and (1, 2) and (3, 4) of the moves, which
// therefore name squares. The second rule ties (1, 4), too, as both squares have one column.
#pragma once

#include "ir/module/module.h"

#include <cstdint>
#include <set>
#include <vector>

namespace tesuji::passes {

/// Different columns of one relation, in the order of those that they are tied to.
using ColumnTuple = std::vector<std::uint32_t>;

/// By relation.
using TiedColumns = std::vector<std::set<ColumnTuple>>;

/// The columns themselves, and those that a rule has the same variables in, over any number of
/// rules; a fluent's are those of its `next`, a move's those of its `legal`. Relations of facts
/// tie nothing and are tied to nothing: `succ(X, Y)` is about any numbers. A module without rules
/// (a net) has no ties besides.
[[nodiscard]] TiedColumns find_tied_columns(const ir::Module& module, ir::RelationId relation,
                                            const ColumnTuple& columns);

}  // namespace tesuji::passes
