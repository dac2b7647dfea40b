// Removes conjunctions inside `or` and `not`, which the prefix form cannot express: GDL has no
// `and`. Only `convert` does so. normalise.cpp also has normalise(), by which every compiled
// rulesheet is rewritten; frontend/gdl/checks/validate.h declares it.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "ir/core/diagnostics.h"

#include <cstddef>

namespace tesuji::frontend {

// --- Conjunctions

/// Maximum number of clauses that one clause may become.
inline constexpr std::size_t max_split = 1024;

/// Rewrites the clauses whose bodies contain a conjunction, and leaves others unchanged. Normalises
/// such a body (validate.h), and splits its clause:
///     p :- (a & b | c) & d        (<= p a b d) (<= p c d)
/// Returns false after an error of the code "limit" for each clause that would become more than
/// max_split.
[[nodiscard]] bool remove_conjunctions(Rulesheet& rulesheet, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
