// Converts fluents between Prolog terms and the names used in games.
#pragma once

#include "ir/core/prolog_term.h"

#include <string>
#include <string_view>

namespace tesuji::ir {

/// Prints `cell(1,1,x)` as `(cell 1 1 x)`: lower case, one blank between arguments.
[[nodiscard]] std::string fluent_name(const PrologTerm& term);

/// Parses `(cell 1 1 x)` as a term: a compound of that name, or an atom.
[[nodiscard]] PrologTerm fluent_term(std::string_view fluent);

/// Prints `(cell 1 1 x)` as a goal that tests it in a state: `cell(B,1,1,x)`.
[[nodiscard]] std::string fluent_goal(std::string_view fluent, std::string_view state);

/// Prints `(cell 1 1 x)` as `cell(1,1,x)`.
[[nodiscard]] std::string prolog_text(std::string_view fluent);

}  // namespace tesuji::ir
