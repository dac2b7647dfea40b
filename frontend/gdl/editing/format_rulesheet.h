// Formats rulesheets in either syntax, and checks that nothing but the layout has changed.
#pragma once

#include "ir/core/diagnostics.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tesuji::frontend {

/// Columns that a line has at most, where it can be broken.
inline constexpr std::size_t format_columns = 100;

/// The file's rulesheet formatted (format_kif.h). Nothing, and an error, where it
/// has errors of syntax. The result has the same clauses and comments; should it not, that is an
/// error of code "ir".
[[nodiscard]] std::optional<std::string> format_rulesheet(ir::FileId file,
                                                          ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
