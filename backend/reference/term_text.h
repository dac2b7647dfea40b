// Prints terms in the KIF of traces: lower case, one blank between arguments, none at
// parentheses.
#pragma once

#include "backend/reference/program.h"

#include <optional>
#include <string>
#include <string_view>

namespace tesuji::reference {

/// `(cell 1 1 x)`. The term must be ground.
[[nodiscard]] std::string term_text(TermId term, const Program& program);

/// The ground term with this text; nothing where the text is none, names something
/// that no clause mentions, or nests deeper than `max_depth`.
[[nodiscard]] std::optional<TermId> read_term(std::string_view text, Program& program,
                                              std::uint32_t max_depth = 2000);

/// The order of moves and goal values: constants before compound terms; integers by
/// number, then other names by their first appearance; compound terms by functor,
/// number of arguments, and arguments from left to right. Both must be ground.
[[nodiscard]] bool term_less(TermId left, TermId right, const Program& program);

}  // namespace tesuji::reference
