// Formats rulesheets in either syntax, and checks that only the layout has changed.
#pragma once

#include "ir/core/diagnostics.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tesuji::frontend {

/// Maximum columns of a line that can be broken.
inline constexpr std::size_t format_columns = 100;

/// Formats the file's rulesheet (format_kif.h); returns nullopt, and reports an error, if it has
/// syntax errors. The result has the same clauses and comments; otherwise reports an error of code
/// "ir".
[[nodiscard]] std::optional<std::string> format_rulesheet(ir::FileId file,
                                                          ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
