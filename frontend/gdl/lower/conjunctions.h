// Removes conjunctions inside `or` and `not`, which the prefix form cannot express: GDL has no
// `and`.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/diagnostics.h"

#include <cstddef>

namespace tesuji::frontend {

/// So many clauses may come of one.
inline constexpr std::size_t max_split = 1024;

/// Rewrites the clauses whose bodies hold a conjunction, others stay as they are.
/// Such a body is normalised (validate.h), and its clause becomes several:
///     p :- (a & b | c) & d        (<= p a b d) (<= p c d)
/// False after an error of the code "limit" at each clause of which more than
/// max_split would come.
[[nodiscard]] bool remove_conjunctions(Rulesheet& rulesheet, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
