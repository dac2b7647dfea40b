// Slips of the pen: which name was meant by one that nothing else uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// Whether `written` is `meant` but for one letter that is missing, doubled, wrong or exchanged
/// with its neighbour. Names of less than three letters (five where a letter is wrong or exchanged)
/// are no slips of each other, nor are names that are told apart by their first or last letter or
/// by a digit, as series of names are (`wking` and `bking`, `row1` and `row2`).
[[nodiscard]] bool is_slip(std::string_view written, std::string_view meant);

/// The candidate that `name` may be meant for: the nearest one (ir::nearest_name), or the keyword
/// of GDL for which other languages and people say `name` (`initial` for `init`, `!=` for
/// `distinct`). Empty where there is none.
[[nodiscard]] std::string meant_name(std::string_view name,
                                     const std::vector<std::string>& candidates);

/// Whether `name` is an operator of arithmetic or comparison, of which GDL has none.
[[nodiscard]] bool is_arithmetic(std::string_view name);

}  // namespace tesuji::frontend
