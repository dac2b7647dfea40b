// Distinguishes clauses of other kinds, such as a domain theory's, from those of a strategy.
#pragma once

#include "ir/core/diagnostics.h"

#include <optional>

namespace tesuji::frontend {

/// Returns the first place that shows that a file of clauses is not a strategy: a fact about
/// constants. Returns nullopt if there is no such place, if the text cannot be read, or if a
/// predicate is named win_k or draw_k.
[[nodiscard]] std::optional<ir::Span> other_clauses(ir::FileId file, const ir::SourceMap& sources);

/// Whether a clause that is readable as a strategy's defines win_k or draw_k, or calls a primitive.
/// Ignores clauses with errors, so that it works on incomplete texts.
[[nodiscard]] bool has_strategy_clause(ir::FileId file, const ir::SourceMap& sources);

}  // namespace tesuji::frontend
