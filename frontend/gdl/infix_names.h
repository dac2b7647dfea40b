// Prints names in infix GDL, quoted only where necessary.
#pragma once

#include "frontend/gdl/infix_lexer.h"

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// Returns the name that a token of kind name, quoted or variable denotes: without `?` and quotes,
/// `''` read as one quote, ASCII letters in lower case.
[[nodiscard]] std::string name_of(const InfixToken& token);

/// Writes `name` as a constant, function or relation: `'map+'` for `map+`.
[[nodiscard]] std::string infix_name(std::string_view name);

/// Writes `name` as a variable: `X` for `x`, `?'n++'` for `n++`.
[[nodiscard]] std::string infix_variable(std::string_view name);

/// Returns why a constant, function or relation cannot have this name; empty if it can. Only names
/// that the prefix form can also express are valid.
[[nodiscard]] std::string why_no_name(std::string_view name);
/// The same for a variable.
[[nodiscard]] std::string why_no_variable(std::string_view name);

}  // namespace tesuji::frontend
