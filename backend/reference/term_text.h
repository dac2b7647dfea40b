// Prints terms in the KIF of traces: lower case, one blank between arguments, no blanks at
// parentheses.
#pragma once

#include "backend/reference/program.h"

#include <optional>
#include <string>
#include <string_view>

namespace tesuji::reference {

/// `(cell 1 1 x)`. The term must be ground.
[[nodiscard]] std::string term_text(TermId term, const Program& program);

/// Parses a ground term; returns nothing if the text is malformed, contains a name that no clause
/// mentions, or nests deeper than `max_depth`.
[[nodiscard]] std::optional<TermId> read_term(std::string_view text, Program& program,
                                              std::uint32_t max_depth = 2000);

/// Orders moves and goal values: constants before compound terms; integers by value, then other
/// names by their first appearance; compound terms by functor, number of arguments, and arguments
/// from left to right. Both must be ground.
[[nodiscard]] bool term_less(TermId left, TermId right, const Program& program);

}  // namespace tesuji::reference
