// Reads a text in Prolog's syntax from left to right: the base of what splits such texts.
#pragma once

#include "ir/core/text_cursor.h"

#include <cstdint>
#include <string>

namespace tesuji::frontend {

class PrologCursor : protected ir::TextCursor {
 protected:
  using TextCursor::TextCursor;

  /// Where a name in quotes was left.
  enum class Quote : std::uint8_t {
    closed,
    unclosed,  ///< at the end of the line on which no quote ends it
    escape,    ///< at a `\` that begins no escape sequence
  };
  /// Goes past a name in quotes and appends what it names. Two quotes stand for one; escape
  /// sequences are those of ISO Prolog (`\n`, `\x41\`, `\101\`, `\'`, a line break, ..), and `\e`,
  /// `\s`, `\uXXXX`, `\UXXXXXXXX`; numbers of no character are none.
  Quote scan_quoted(std::string& name);
};

}  // namespace tesuji::frontend
