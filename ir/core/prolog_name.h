// Recognises and prints names in Prolog's syntax.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::ir {

/// Prints a name as an atom: unchanged if it is plain, an ASCII lower-case letter followed by ASCII
/// letters, digits and `_`; otherwise in quotes. In quotes it writes escape sequences for `\`, for
/// control characters including line breaks, and for invisible characters (no-break space, ..).
/// Keeps bytes that are not valid UTF-8.
[[nodiscard]] std::string prolog_atom(std::string_view name);

/// Prints a name as an argument of facts: keeps `+`, `-`, `*` and numbers that Prolog reads as the
/// same number (not `007`, `.5`, `1e5`), and prints everything else as an atom.
[[nodiscard]] std::string prolog_constant(std::string_view name);

}  // namespace tesuji::ir
