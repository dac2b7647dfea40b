// Decodes the escape sequences of Prolog's quoted names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::frontend {

struct PrologEscape {
  std::string text;        ///< what it stands for, in UTF-8; nothing for a line that goes on
  std::size_t length = 0;  ///< bytes, with the `\`
};

/// The escape sequence at the front, which is a `\`: one of ISO Prolog's (`\n`, `\x41\`, `\101\`,
/// `\'`, a line break, ..), or `\e`, `\s`, `\uXXXX`, `\UXXXXXXXX`. Nothing for others, and for
/// numbers of no character.
[[nodiscard]] std::optional<PrologEscape> prolog_escape(std::string_view text);

}  // namespace tesuji::frontend
