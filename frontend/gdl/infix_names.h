// Prints names in infix GDL: plain where possible, quoted where not.
#pragma once

#include "frontend/gdl/infix_lexer.h"

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// The name that a token of kind name, quoted or variable means: without `?` and
/// quotes, `''` read as one quote, ASCII letters in lower case.
[[nodiscard]] std::string name_of(const InfixToken& token);

/// `name` as a constant, function or relation is written: `'map+'` for `map+`.
[[nodiscard]] std::string infix_name(std::string_view name);

/// `name` as a variable is written: `X` for `x`, `?'n++'` for `n++`.
[[nodiscard]] std::string infix_variable(std::string_view name);

/// Why a constant, function or relation cannot have this name; empty if it can.
/// Names are those that the prefix form can hold too.
[[nodiscard]] std::string why_no_name(std::string_view name);
/// The same for a variable.
[[nodiscard]] std::string why_no_variable(std::string_view name);

}  // namespace tesuji::frontend
