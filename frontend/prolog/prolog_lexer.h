// Splits text in Prolog's syntax into tokens: strategies, examples, background, clause metarules,
// domain theories and logical features.
#pragma once

#include "frontend/prolog/prolog_cursor.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::frontend {

struct PrologToken {
  enum class Kind : std::uint8_t {
    atom,      ///< `win_1`, `'any text'`
    variable,  ///< `A`, `_`, `_Named`
    number,    ///< `12`, `-3`, `2.5`
    open,
    close,
    comma,
    open_list,   ///< `[`
    close_list,  ///< `]`
    bar,         ///< `|`, of `[H|T]`
    slash,       ///< `/`, of `parent/2`
    neck,        ///< `:-`
    negation,    ///< `\+`, or the atom `not` (unquoted)
    comparison,  ///< `=`, `\=`, `==`, `\==`, `<`, `>`, `=<`, `>=`, `=:=`, `=\=`
    stop,        ///< the `.` that ends a clause
    other,       ///< anything else, also an unfinished quotation or comment
    end,         ///< of the text
  };
  Kind kind = Kind::end;
  std::string text;  ///< an atom's name without quotes; otherwise as written
  ir::Span span;
};

/// A pull lexer. `%` comments reach to the end of the line, `/* */` ones do not
/// nest; a UTF-8 byte order mark at the start is skipped.
class PrologLexer : PrologCursor {
 public:
  /// `text` is that of `file` and must outlive the lexer.
  PrologLexer(ir::FileId file, std::string_view text) : PrologCursor(file, text) {}

  /// The next token; `end` again and again at the end of the text.
  PrologToken next();

 private:
  void scan_atom(PrologToken& token);
  void scan_number();
};

}  // namespace tesuji::frontend
