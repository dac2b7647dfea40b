// Distinguishes clauses of other kinds, such as a domain theory's, from those of a strategy.
#pragma once

#include "ir/core/diagnostics.h"

#include <optional>

namespace tesuji::frontend {

/// The first place that shows that a file is no strategy, though its text is one of clauses: a
/// fact about constants. Nothing where there is none, where the text cannot be read, and where a
/// predicate is called win_k or draw_k.
[[nodiscard]] std::optional<ir::Span> other_clauses(ir::FileId file, const ir::SourceMap& sources);

/// Whether a clause that can be read as one of a strategy defines win_k or draw_k, or calls a
/// primitive. Clauses with errors are left out, so that this holds of a text that is being written.
[[nodiscard]] bool has_strategy_clause(ir::FileId file, const ir::SourceMap& sources);

}  // namespace tesuji::frontend
