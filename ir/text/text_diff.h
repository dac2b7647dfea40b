// Prints the differences between two modules, by their text.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::ir {

/// The declarations that differ between two texts of print(), each once and short: `-` before
/// lines that are gone, `+` before new ones. A declaration that is in both is named by its first
/// line, and runs of equal lines are left out (`...`). Strata and entries are numbered anew by
/// whatever comes between them, so of these only the numbers are shown. Empty where nothing
/// differs.
[[nodiscard]] std::string diff_texts(std::string_view before, std::string_view after);

}  // namespace tesuji::ir
