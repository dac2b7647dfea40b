// Decodes the escape sequences of Prolog's quoted names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::frontend {

struct PrologEscape {
  std::string text;        ///< its meaning in UTF-8; empty for a line continuation
  std::size_t length = 0;  ///< bytes, including the `\`
};

/// Decodes the escape sequence at the front, which is a `\`: one of ISO Prolog's (`\n`, `\x41\`,
/// `\101\`, `\'`, a line break, ..), or `\e`, `\s`, `\uXXXX`, `\UXXXXXXXX`. Returns nullopt for
/// others, and for numbers that are not a character's.
[[nodiscard]] std::optional<PrologEscape> prolog_escape(std::string_view text);

}  // namespace tesuji::frontend
