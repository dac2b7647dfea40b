// Formats rulesheets in either syntax, and checks that only the layout has changed.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"
#include "ir/core/diagnostics.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tesuji::frontend {

/// Maximum columns of a line that can be broken.
inline constexpr std::size_t format_columns = 100;

/// Formats the file's rulesheet (format_kif.h); returns nullopt, and reports an error, if it has
/// syntax errors. The result has the same clauses and comments; otherwise reports an error of code
/// "ir". If `syntax` is nullopt, detects it from the text.
[[nodiscard]] std::optional<std::string> format_rulesheet(ir::FileId file,
                                                          ir::Diagnostics& diagnostics,
                                                          std::optional<Syntax> syntax = {});

/// Returns the lines that the range touches, and all others of the clauses and comments there,
/// without empty lines at the ends: a part of the text that format_rulesheet can format alone.
/// Empty if the range touches only empty lines.
[[nodiscard]] TextRange lines_of_clauses(const SheetSnapshot& sheet, TextRange range);

}  // namespace tesuji::frontend
