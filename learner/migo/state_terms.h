// Converts fluents between Prolog's terms and the names of games.
#pragma once

#include "ir/core/prolog_term.h"

#include <string>
#include <string_view>

namespace tesuji::learner {

/// `cell(1,1,x)` as `(cell 1 1 x)`: lower case, one blank between arguments.
[[nodiscard]] std::string fluent_name(const ir::PrologTerm& term);

/// `(cell 1 1 x)` as a term: a compound of that name, or an atom.
[[nodiscard]] ir::PrologTerm fluent_term(std::string_view fluent);

/// `(cell 1 1 x)` as `cell(1,1,x)`.
[[nodiscard]] std::string prolog_text(std::string_view fluent);

}  // namespace tesuji::learner
