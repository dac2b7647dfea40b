// Prints the differences between two modules, by their text.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::ir {

/// Prints the declarations that differ between two texts of print(), each once and abridged: `-`
/// before removed lines, `+` before added ones. Names a declaration in both texts by its first
/// line, and omits runs of equal lines (`...`). Strata and entries are renumbered by any insertion,
/// so only their counts are shown. Empty if the texts are equal.
[[nodiscard]] std::string diff_texts(std::string_view before, std::string_view after);

}  // namespace tesuji::ir
