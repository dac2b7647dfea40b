// Recognises and prints names in Prolog's syntax.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::ir {

/// A name as an atom: as it stands if it is plain, an ASCII lower-case letter followed by such
/// letters, capitals, digits and `_`; in quotes otherwise. In quotes there are escape sequences for
/// `\`, for control characters, line breaks among them, and for characters without ink (no-break
/// space, ..). Bytes that are no UTF-8 stay as they are.
[[nodiscard]] std::string prolog_atom(std::string_view name);

/// A name as an argument of facts: `+`, `-`, `*` and numbers that Prolog reads as the same number
/// stand as they are (not `007`, `.5`, `1e5`), everything else as an atom.
[[nodiscard]] std::string prolog_constant(std::string_view name);

}  // namespace tesuji::ir
